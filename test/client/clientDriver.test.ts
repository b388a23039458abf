import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { gate } from '../support/realClient/gate.js';
import { runHeadless } from '../support/claude/headless.js';
import { agent, ask, bash, hold, question, say } from '../support/claude/reply.js';
import { fail, script, writePlan } from '../support/claude/script.js';
import { ScriptedApi } from '../support/claude/scriptedApi.js';
import { startClient, type ClientSession } from '../support/claude/session.js';

const long = 'A long answer. '.repeat(200);

describe('the real client, driven in a terminal', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let session: ClientSession;

  before('install and start the client', async () => {
    api = await ScriptedApi.start();
    session = await startClient({ api, settings: { prefersReducedMotion: false } });
  });

  after(async () => {
    await session?.dispose();
    await api?.close();
  });

  it('answers a plain prompt by its script and rests', async () => {
    const release = gate();
    api.add(script('plain', [hold(release).say('A scripted answer.')]));
    await session.prompt('[[plain]] please');
    assert.equal(session.state, 'working');
    await session.file.waitFor('busy');
    release.open();
    await session.waitFor('prompt');
    assert.match(session.terminal.screen(), /A scripted answer\./);
    assert.equal(await session.file.waitFor('idle'), 'idle');
  });

  it('asks for permission and runs the command after Yes', async () => {
    const release = gate();
    api.add(script('allow', [say('I create it.').bash('touch made'), hold(release).say('Made.')]));
    assert.equal(await session.turn('[[allow]] go'), 'permission');
    assert.match(session.terminal.screen(), /touch made/);
    await session.file.waitFor('waiting: permission prompt');
    await session.answerYes();
    await session.file.waitFor('busy');
    release.open();
    await session.waitFor('prompt');
    await session.file.waitFor('idle');
    assert.ok(fs.existsSync(path.join(session.home.project, 'made')));
  });

  it('takes No as the end of the turn', async () => {
    api.add(script('deny', [bash('touch never')]));
    assert.equal(await session.turn('[[deny]] go'), 'permission');
    await session.answerNo();
    await session.waitFor('prompt');
    await session.file.waitFor('idle');
    assert.ok(!fs.existsSync(path.join(session.home.project, 'never')));
  });

  it('shows a question and hands the answer to the model', async () => {
    const colour = question('Which colour?', ['Red', 'Blue']);
    api.add(script('ask', [ask(colour), say('A good choice.')]));
    assert.equal(await session.turn('[[ask]] me'), 'question');
    await session.file.waitFor('waiting: input needed');
    await session.choose(/^Blue/);
    await session.waitFor('prompt');
    assert.match(session.terminal.screen(), /Which colour\? → Blue[^]*A good choice\./);
    assert.equal(api.turns('ask').length, 2);
  });

  it('stops streaming at Escape', async () => {
    api.add(script('stream', [say(long, { delayMs: 50 })]));
    await session.prompt('[[stream]] it');
    await session.terminal.waitForScreen(/A long answer\. A long/);
    assert.equal(session.file.status, 'busy');
    session.escape();
    await session.waitFor('prompt');
    await session.file.waitFor('idle');
    assert.match(session.terminal.screen(), /Interrupted/);
  });

  it('asks again when the API is overloaded', async () => {
    api.add(script('once', [fail(529, { times: 1, next: say('Recovered.') })]));
    assert.equal(await session.turn('[[once]] go'), 'prompt');
    assert.match(session.terminal.screen(), /Recovered\./);
    assert.equal(api.turns('once').length, 2);
  });

  it('shows an error that the client gives up on', async () => {
    api.add(script('bad', [fail(400)]));
    assert.equal(await session.turn('[[bad]] go'), 'prompt');
    assert.match(session.terminal.screen(), /API Error: 400/);
  });

  it('rests in the background while a subagent of the turn runs on', async () => {
    const release = gate();
    api.add(
      script('agent', [agent({ prompt: '[[child]] go' }), say('Launched.'), say('It is back.')]),
      script('child', [hold(release).say('The child is done.')]),
    );
    assert.equal(await session.turn('[[agent]] go'), 'background');
    await session.file.waitFor('busy');
    release.open();
    await session.terminal.waitForScreen('It is back.');
    await session.waitFor('prompt');
  });

  it('goes on with its script after a full context was compacted', async () => {
    const full = { input_tokens: 990_000 };
    api.add(script('big', [bash('echo one').usage(full), bash('echo two'), say('Small again.')]));
    assert.equal(await session.turn('[[big]] go'), 'prompt');
    assert.match(session.terminal.screen(), /Small again\./);
    assert.ok(api.requests.some(({ turn }) => turn?.kind === 'compaction'));
    const steps = api.turns('big').map(({ position }) => position?.step);
    assert.deepEqual(steps, [0, 1, 2]);
  });

  it('shows a plan and starts after approval', async () => {
    api.add(
      script('plan', [
        writePlan('# The plan\n\n1. Change hello.txt\n'),
        say('Ready.').exitPlan(),
        say('I start.'),
      ]),
    );
    await session.switchMode('plan mode');
    assert.equal(await session.turn('[[plan]] it'), 'plan');
    assert.match(session.terminal.screen(), /1\. Change hello\.txt/);
    await session.file.waitFor('waiting: permission prompt');
    await session.approvePlan();
    await session.waitFor('prompt');
    assert.match(session.terminal.screen(), /Approved Claude's plan[^]*I start\./);
  });

  it('leaves by /exit and takes its registry entry along', async () => {
    assert.equal((await session.exit()).exitCode, 0);
    assert.equal(session.state, 'exited');
    await session.file.waitFor('gone');
    assert.deepEqual(session.timeline.states.slice(0, 4), ['blank', 'prompt', 'working', 'prompt']);
  });

  it('runs one prompt without a terminal', async () => {
    api.add(script('print', [bash('cat hello.txt'), say('Printed.')]));
    const { home } = session;
    const result = await runHeadless({ api, home, prompt: '[[print]] it' });
    assert.deepEqual([result.exitCode, result.stdout.trim()], [0, 'Printed.']);
  });
});
