import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { CodexSession } from '../../support/codex/codexSession';
import { CodexStage } from '../../support/codex/codexStage';
import { codex } from '../../support/codex/reply';
import { assertStays } from '../../support/assertStays';
import { Gate } from '../../support/realClient/gate';
import type { WatchedHub } from '../../support/watchedHub';

describe('Prompts for the real Codex on the shared server', function () {
  this.timeout(120_000);
  let stage: CodexStage;
  let hub: WatchedHub;
  let client: CodexSession;
  let sessionId: string;

  before('start a hub and a client that has had a turn', async () => {
    stage = await CodexStage.open();
    hub = await stage.hub();
    await hub.live();
    await hub.offerControl();
    client = await stage.client();
    stage.script('hi', codex.say('Hello.'));
    await client.turn('[[hi]]');
    ({ sessionId } = await rests());
  });
  after(() => stage.close());

  const rests = (): Promise<LiveSession> =>
    hub.waitFor(
      'its rest',
      ({ agentState, prompting }) => agentState.state === 'idle' && prompting?.way === 'hook',
    );
  const works = (): Promise<LiveSession> =>
    hub.waitFor('its turn', ({ agentState }) => agentState.group === 'autonomous');
  const add = (id: string, text: string) => hub.changePrompts(sessionId, { kind: 'add', id, text });
  const isRead = (id: string): Promise<unknown> =>
    hub.waitFor(
      `that ${id} was read`,
      ({ prompting }) =>
        prompting?.prompts.some((one) => one.id === id && one.state === 'read') === true,
    );
  const asked = (marker: string): number =>
    stage.api.turns(marker).filter(({ position }) => position?.step === 0).length;

  it('start a turn at rest, which its terminal shows', async () => {
    stage.script('one', codex.say('First answer.'));
    await add('one', '[[one]] from the board');
    await isRead('one');
    await client.terminal.waitForScreen('First answer.');
    assert.match(client.terminal.screen(), /› \[\[one\]\] from the board/);
    await rests();
    assert.equal(asked('one'), 1);
  });

  it('wait for the end of a turn, and are then sent in order, each once', async () => {
    const held = new Gate();
    stage.script('busy', codex.hold(held).say('The turn ends.'));
    stage.script('two', codex.say('Second answer.'));
    stage.script('three', codex.say('Third answer.'));
    await client.prompt('[[busy]]');
    await works();
    await add('two', '[[two]]');
    await add('three', '[[three]]');
    await hub.waitFor('a queue', ({ prompting }) => prompting?.waitsFor === 'turn');
    assert.equal(asked('two'), 0);
    held.open();
    await isRead('three');
    await client.terminal.waitForScreen('Third answer.');
    await rests();
    assert.deepEqual(['busy', 'two', 'three'].map(asked), [1, 1, 1]);
  });

  it('wait while /compact runs, which the card names without hooks', async () => {
    const held = new Gate();
    stage.api.holdCompactions = held;
    stage.script('after', codex.say('After the compaction.'));
    await client.command('/compact');
    await hub.waitFor(
      'the compaction, from the server',
      ({ agentState }) => agentState.state === 'compacting' && agentState.source === 'registry',
    );
    await add('after', '[[after]]');
    await hub.waitFor('a queue', ({ prompting }) => prompting?.waitsFor === 'turn');
    assert.equal(asked('after'), 0);
    held.open();
    stage.api.holdCompactions = undefined;
    await isRead('after');
    await rests();
    assert.equal(asked('after'), 1);
  });

  it('are sent into the running turn when a person asks for that', async () => {
    const held = new Gate();
    stage.script('long', codex.hold(held).shell('cat hello.txt'), codex.say('Both are done.'));
    await client.prompt('[[long]]');
    await works();
    await add('later', 'This one waits.');
    await add('steered', 'And take care of this.');
    await hub.changePrompts(sessionId, { kind: 'steer', id: 'steered' });
    await isRead('steered');
    held.open();
    await client.terminal.waitForScreen('Both are done.');
    const answered = stage.api.turns('long').find(({ position }) => position?.step === 1);
    const { input } = answered?.body ?? { input: [] };
    const words = JSON.stringify(input.filter(({ role }) => role === 'user'));
    assert.ok(words.includes('And take care of this.'), words);
    assert.ok(!words.includes('This one waits.'), words);
    // The other one starts a turn of its own.
    await isRead('later');
    await rests();
    await assert.rejects(hub.changePrompts(sessionId, { kind: 'steer', id: 'later' }));
  });

  it('wait for a person after the turn was stopped from the board', async () => {
    stage.script('stop', codex.hold(new Gate()).say('Never said.'));
    stage.script('four', codex.say('Fourth answer.'));
    await client.prompt('[[stop]]');
    await works();
    await add('four', '[[four]]');
    assert.equal(await hub.act(sessionId, 'interrupt'), 'done');
    await client.waitFor('prompt');
    await hub.waitFor(
      'the interruption',
      ({ agentState, prompting }) =>
        agentState.state === 'interrupted' && prompting?.waitsFor === 'person',
    );
    assert.match(client.terminal.screen(), /interrupted/i);
    assert.equal(asked('four'), 0);
    await hub.changePrompts(sessionId, { kind: 'go' });
    await isRead('four');
    await client.terminal.waitForScreen('Fourth answer.');
    await rests();
    assert.equal(asked('four'), 1);
  });

  it('follow a finished turn, though a command goes on in the background', async () => {
    const go = path.join(stage.home.project, 'go.txt');
    const command = `until [ -e ${go} ]; do sleep 0.1; done`;
    const held = new Gate();
    stage.script(
      'five',
      codex.call('exec_command', { cmd: command, yield_time_ms: 250 }),
      codex.hold(held).say('It goes on in the background.'),
    );
    stage.script('six', codex.say('Sixth answer.'));
    await client.prompt('[[five]]');
    await hub.waitFor('its wait', ({ agentState }) => agentState.state === 'thinking');
    const when = { kind: 'finished' } as const;
    await hub.changePrompts(sessionId, { kind: 'add', id: 'six', text: '[[six]]', when });
    held.open();
    await isRead('six');
    await client.terminal.waitForScreen('Sixth answer.');
    await rests();
    // Its end starts no turn, so nothing was left to wait for.
    const turns = stage.api.requests.length;
    await fs.writeFile(go, '');
    await assertStays(
      1_500,
      () => stage.api.requests.length,
      (length) => assert.equal(length, turns),
    );
    assert.deepEqual(['five', 'six'].map(asked), [1, 1]);
  });
});
