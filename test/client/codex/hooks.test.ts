import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { codexId } from '../../../src/shared/agents/agentLabels';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { runCodexExec } from '../../support/codex/codexExec';
import { installCodexHooks, trustCodexHooks } from '../../support/codex/codexHooks';
import { CodexStage } from '../../support/codex/codexStage';
import { codex } from '../../support/codex/reply';
import { until } from '../../support/until';
import type { WatchedHub } from '../../support/watchedHub';

const isByHook = ({ why }: LiveSession): boolean => why.some(({ source }) => source === 'hook');

describe('Hooks of the real Codex', function () {
  this.timeout(180_000);
  let stage: CodexStage;
  let hub: WatchedHub;

  async function open(ownProcess: boolean): Promise<void> {
    stage = await CodexStage.open({ ownProcess });
    hub = await stage.hub();
    await hub.live();
  }
  afterEach('end the clients and their server', () => stage.close());

  it('run in codex exec once they are trusted by the hash that Codex computes', async () => {
    await open(true);
    stage.script('one', codex.say('Nobody reports.'));
    stage.script('two', codex.shell('cat hello.txt'), codex.say('It says hello.'));
    const installer = await installCodexHooks(stage.home);
    assert.equal(await installer.status(), 'untrusted');
    assert.equal((await runCodexExec(stage.home, '[[one]]')).exitCode, 0);
    const before = await hub.waitFor('the first session', ({ title }) => title.includes('one'));
    assert.ok(!isByHook(before));
    await trustCodexHooks(stage.home);
    assert.equal(await installer.status(), 'installed');
    const { exitCode, stderr } = await runCodexExec(stage.home, '[[two]]');
    assert.equal(exitCode, 0);
    assert.doesNotMatch(stderr, /hook.*fail/iu);
    const ended = await hub.waitFor(
      'the end of the second session',
      (session) => isByHook(session) && session.agentState.state === 'session_ended',
    );
    assert.deepEqual([ended.agent, ended.projectPath], [codexId, stage.home.project]);
    const states = hub.told.flatMap(({ sessionId, state }) =>
      sessionId === ended.sessionId && state.source === 'hook' ? [state.state] : [],
    );
    assert.ok(states.includes('acting') && states.includes('thinking'), states.join(' '));
  });

  it('are trusted in its dialog, and tell of an approval as long as that is open', async () => {
    await open(true);
    const installer = await installCodexHooks(stage.home);
    const file = path.join(stage.home.folder, 'outside.txt');
    stage.script('go', codex.shell(`echo hi > ${file}`, 'May I write?'), codex.say('Written.'));
    const client = await stage.client({ ready: 'dialog' });
    await client.terminal.waitForScreen('Trust all');
    // The client ignores keys for a moment after it has drawn the dialog.
    await until(
      () => {
        const screen = client.terminal.screen();
        if (/› [13]\. /u.test(screen))
          client.terminal.press(screen.includes('› 1.') ? 'down' : 'up');
        return screen;
      },
      (screen) => assert.match(screen, /› 2\. Trust all/u),
    );
    client.terminal.press('enter');
    await client.waitFor('prompt');
    await until(
      () => installer.status(),
      (status) => assert.equal(status, 'installed'),
    );
    assert.equal(await client.turn('[[go]]'), 'permission');
    const asks = await hub.waitFor(
      'the approval',
      ({ agentState }) => agentState.state === 'needs_permission',
    );
    assert.equal(asks.pendingRequest?.call, undefined);
    await client.approve();
    await hub.waitFor('the rest', ({ agentState }) => agentState.state === 'idle');
    assert.equal(await fs.readFile(file, 'utf8'), 'hi\n');
  });

  for (const [where, ownProcess] of [
    ['in its terminal’s own process', true],
    ['on the shared server', false],
  ] as const) {
    it(`bring a request to the board ${where}, if the person wants that`, async () => {
      await open(ownProcess);
      await installCodexHooks(stage.home);
      await trustCodexHooks(stage.home);
      await hub.offerControl({ heldAgents: [codexId] });
      const file = path.join(stage.home.folder, 'outside.txt');
      const ask = codex.shell(`echo hi > ${file}`, 'May I write?');
      stage.script('yes', ask, codex.say('Written.'));
      stage.script('no', ask, codex.say('Not written.'));
      const client = await stage.client();
      for (const [marker, decision] of [
        ['no', { kind: 'deny', message: 'Use another file' }],
        ['yes', { kind: 'allow' }],
      ] as const) {
        await client.prompt(`[[${marker}]]`);
        const { sessionId } = await hub.waitFor(
          'the request',
          ({ pendingRequest }) => pendingRequest?.call?.answerable === true,
        );
        const { outcome } = await hub.decide(sessionId, decision);
        assert.equal(outcome, 'accepted');
        await client.waitFor('prompt');
        const written = await fs.readFile(file, 'utf8').catch(() => '');
        assert.equal(written, marker === 'yes' ? 'hi\n' : '');
      }
    });
  }
});
