import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { AgentState, StateSource } from '../../../src/shared/protocol/protocol';
import { gate } from '../../support/realClient/gate';
import { installClient, pinnedVersion } from '../../support/claude/install';
import { IsolatedHome } from '../../support/claude/isolatedHome';
import { ask, bash, hold, question, say } from '../../support/claude/reply';
import { script, writePlan } from '../../support/claude/script';
import { ScriptedApi } from '../../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../../support/claude/session';
import { installHooks, WatchedHub } from '../../support/watchedHub';
import { until } from '../../support/until';

type Expected = readonly [group: AgentState['group'], state: string, label: RegExp];

for (const hooks of [true, false]) {
  const how = hooks ? 'with our hooks' : 'without hooks';
  const source: StateSource = hooks ? 'hook' : 'registry';

  describe(`The hub watches the real client, ${how}`, function () {
    this.timeout(120_000);
    let api: ScriptedApi;
    let home: IsolatedHome;
    let hub: WatchedHub;
    let session: ClientSession;

    before('install and start the client', async () => {
      const client = { path: await installClient(), version: pinnedVersion };
      api = await ScriptedApi.start();
      home = await IsolatedHome.create();
      if (hooks) await installHooks(home.configHome, client);
      hub = await WatchedHub.start(home.configHome);
      session = await startClient({ api, home });
    });

    after(async () => {
      await session?.dispose();
      await hub?.stop();
      await home?.dispose();
      await api?.close();
    });

    /**
     * Waits until that source reports the state: the registry may be some milliseconds ahead of a
     * hook.
     */
    async function waitForState(
      [group, state, label]: Expected,
      from: StateSource = source,
    ): Promise<void> {
      const found = await hub.waitFor(`${from}: ${group}/${state}`, ({ sessionId, agentState }) => {
        return (
          sessionId === session.sessionId &&
          agentState.state === state &&
          agentState.source === from &&
          label.test(agentState.label.text)
        );
      });
      assert.equal(found.agentState.group, group);
    }

    const idle: Expected = ['needs_you', 'idle', /next prompt/];
    const thinking: Expected = ['autonomous', 'thinking', /./];

    it('is idle at its prompt', async () => {
      await waitForState(idle);
    });

    it('works on a prompt and rests after it, with its title, branch, model, tokens and cost', async () => {
      const release = gate();
      api.add(script('plain', [hold(release).say('An answer.')]));
      await session.prompt('[[plain]] please');
      await waitForState(thinking);
      release.open();
      await waitForState(idle);
      await until(
        () => ({ card: hub.board.get(session.sessionId ?? ''), summary: hub.board.summary }),
        ({ card, summary }) => {
          assert.ok(card !== undefined && card.tokens.total > 0);
          assert.equal(card.title, '[[plain]] please');
          assert.equal(card.projectPath, home.project);
          assert.equal(card.pid, session.pid);
          assert.ok(card.gitBranch !== undefined && card.model?.startsWith('claude-'));
          assert.ok(card.cost.totalUsd > 0 && card.contextWindow.usedPercent > 0);
          assert.ok(summary.totalCostTodayUsd >= card.cost.totalUsd);
        },
      );
    });

    it('needs permission for Bash, runs it after Yes in the terminal', async () => {
      const release = gate();
      // The command runs until the hub has seen it run.
      const command = 'touch made && until [ -f over ]; do sleep 0.1; done';
      api.add(script('allow', [bash(command), hold(release).say('Made.')]));
      await session.turn('[[allow]] go');
      await waitForState(['needs_you', 'needs_permission', /^Needs permission: Bash$/]);
      if (hooks) {
        const card = await hub.waitFor(
          'the request',
          ({ pendingRequest }) => pendingRequest !== undefined,
        );
        assert.equal(card.pendingRequest?.toolName, 'Bash');
        const asked = card.pendingRequest?.toolInput as { readonly command: string };
        assert.equal(asked.command, command);
      }
      await session.answerYes();
      await waitForState(['autonomous', 'acting', /^Running Bash$/]);
      fs.writeFileSync(path.join(home.project, 'over'), '');
      await waitForState(thinking);
      release.open();
      await waitForState(idle);
      assert.equal(hub.board.get(session.sessionId ?? '')?.pendingRequest, undefined);
    });

    it('runs Bash without asking', async () => {
      api.add(script('run', [bash('sleep 4'), say('Slept.')]));
      await session.prompt('[[run]] it');
      await waitForState(['autonomous', 'acting', /^Running Bash$/]);
      await waitForState(idle);
    });

    it('awaits the answer of a question, and goes on with it', async () => {
      const release = gate();
      api.add(
        script('ask', [
          ask(question('Which colour?', ['Red', 'Blue'])),
          hold(release).say('Fine.'),
        ]),
      );
      await session.turn('[[ask]] me');
      await waitForState(['needs_you', 'awaiting_input', /^Asked you a question$/]);
      await session.choose(/^Blue/);
      await waitForState(thinking);
      release.open();
      await waitForState(idle);
    });

    it('awaits the approval of a plan', async () => {
      const release = gate();
      await session.switchMode('plan mode');
      api.add(
        script('plan', [
          writePlan('# A plan\n\n1. Do it.'),
          say('My plan.').exitPlan(),
          hold(release).say('Done.'),
        ]),
      );
      await session.turn('[[plan]] it');
      await waitForState(['needs_you', 'awaiting_approval', /^Plan ready for review$/]);
      await session.approvePlan();
      await waitForState(thinking);
      release.open();
      await waitForState(idle);
    });

    it('is interrupted by Escape, which no hook tells', async () => {
      const streams = say('It begins.').say('A long answer. '.repeat(200), { delayMs: 50 });
      api.add(script('stream', [streams]));
      await session.prompt('[[stream]] it');
      await waitForState(thinking);
      await session.terminal.waitForScreen(/It begins\./);
      session.escape();
      await waitForState(['needs_you', 'interrupted', /^Interrupted$/], 'registry');
    });

    it('is closed by /exit', async () => {
      const sessionId = session.sessionId;
      await session.exit();
      const closed = await hub.waitFor('the end', (one) => one.agentState.group === 'delivered');
      assert.equal(closed.sessionId, sessionId);
      assert.equal(closed.agentState.state, 'session_ended');
      assert.equal(closed.pid, undefined);
    });

    it('told nothing of another session, and never that it did not know', () => {
      assert.ok(hub.told.every(({ state }) => state.source !== 'fallback'));
      assert.equal(hub.board.sessions.length, 1);
    });
  });
}
