import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { newRunnerKey } from '../../src/extension/util/keys/runnerKey';
import { startRunner } from '../../src/extension/views/boardSession/startRunner';
import { worktreeCommand } from '../../src/extension/agents/claude/run/resumeCommand';
import { testSigner } from '../support/hub/testSigner';
import { threadScripts } from '../support/hub/process/threadScripts';
import { ClientStage } from '../support/claude/stage';
import { say } from '../support/claude/reply';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import type { WatchedHub } from '../support/watchedHub';

/** The arguments that the command types after the client's name. */
const argumentsFor = (name: string): readonly string[] =>
  worktreeCommand('claude', name).split(' ').slice(1);

describe('A session that the real client starts in a worktree', function () {
  this.timeout(120_000);
  let stage: ClientStage;
  let hub: WatchedHub;

  before('open the stage', async () => {
    stage = await ClientStage.open();
    stage.script('hello', say('Hello.'));
    hub = await stage.hub();
    await hub.live();
    await hub.offerControl();
  });
  after(() => stage?.close());

  const worktree = (name: string): string =>
    path.join(stage.home.project, '.claude', 'worktrees', name);

  it('works in the folder of that name, which its card tells', async () => {
    const client = await stage.client({ args: argumentsFor('tidy-up') });
    await client.turn('[[hello]]');
    assert.ok(existsSync(worktree('tidy-up')));
    const session = await hub.waitFor(
      'The session in its worktree',
      ({ projectPath }) => projectPath === worktree('tidy-up'),
    );
    assert.equal(session.projectName, path.basename(stage.home.project));
  });

  for (const name of ['from-the-board', ''])
    it(`works there without a terminal, too, ${name === '' ? 'by a name of its own' : 'by a name'}`, async () => {
      const { home, command, api } = stage;
      const sessionId = randomUUID();
      const job = { configHome: home.configHome, command: `'${command}'`, folder: home.project };
      const key = newRunnerKey(testSigner, 'hub', sessionId);
      await startRunner(
        path.join(threadScripts(), 'runner.js'),
        { ...job, sessionId, key, resume: false, prompt: '[[hello]]', worktree: name },
        assert.fail,
        { ...process.env, ...home.environment(api.url) },
      );
      stage.endsWith(async () => {
        assert.equal(await hub.act(sessionId, 'terminate'), 'done');
        const isGone = ({ pid }: LiveSession): boolean => pid === undefined;
        await hub.waitFor('its end', (one) => one.sessionId === sessionId && isGone(one));
      });
      const { projectPath } = await hub.waitFor(
        'The session in its worktree',
        (session) => session.sessionId === sessionId && session.agentState.state === 'idle',
      );
      assert.ok(projectPath.startsWith(worktree(name)), projectPath);
      assert.ok(existsSync(path.join(projectPath, '.git')));
    });

  it('lies beside the others where it is begun in one of them', async () => {
    const client = await stage.client({ args: argumentsFor('second'), cwd: worktree('tidy-up') });
    await client.turn('[[hello]]');
    assert.ok(existsSync(worktree('second')));
  });
});
