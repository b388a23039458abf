import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Agents } from '../../../../src/extension/agents/agents';
import { claude } from '../../../../src/extension/agents/claude/claude';
import { createCodex } from '../../../../src/extension/agents/codex/codex';
import { codexHookFor } from '../../../../src/extension/agents/codex/hooks/codexCommand';
import { codexHooksOf } from '../../../support/agents/codexRecordings';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import { needs, skip } from '../../../support/skip';
import { assertSilent, isInstalled, runRelay, type RelayResult } from '../../relay/relayRun';

const hooks = codexHooksOf('approval').map(({ payload }) => payload);
const sessionId = String(hooks[0]?.['session_id']);

/** The shells by which Codex may run a hook: that of the person, as for a login. */
const shells = ['sh', 'bash', 'zsh', 'fish', 'tcsh'] as const;

describe('The command of a hook of Codex', () => {
  let hub: TestHub;
  let relay: string;

  before(function () {
    needs(this, 'sh');
  });
  beforeEach(async () => {
    const home = await tempHome();
    const agents: Agents = [claude, createCodex(() => path.join(home, 'codex'))];
    hub = await TestHub.start(home, { agents });
    relay = path.join(home, 'mission-control', 'relay.sh');
    fs.copyFileSync('hooks/relay.sh', relay);
  });
  afterEach(() => hub.dispose());

  const run = (
    shell: string,
    event: string,
    more: NodeJS.ProcessEnv = {},
  ): Promise<RelayResult> => {
    const payload = hooks.find(({ hook_event_name: name }) => name === event);
    assert.ok(payload, event);
    return runRelay({
      command: [shell, '-c', codexHookFor(event, relay, 'linux').command],
      input: JSON.stringify(payload),
      env: { HOME: hub.home, ...more },
    });
  };

  for (const shell of shells) {
    it(`brings each event to the hub of its own folder when ${shell} runs it`, async function () {
      if (!isInstalled(shell)) skip(this, `${shell} is not installed`);
      const other = await tempHome();
      // Variables of a client of Claude Code whose agent started Codex.
      const env = { CLAUDE_CONFIG_DIR: other, CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_PID: '1' };
      for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse']) {
        assertSilent(await run(shell, event, env));
      }
      assertSilent(await run(shell, 'PermissionRequest', env));
      const session = await hub.waitFor(sessionId, ({ agentState }) =>
        assert.equal(agentState.state, 'needs_permission'),
      );
      assert.deepEqual([session.agent, session.entrypoint], ['codex', undefined]);
      assertSilent(await run(shell, 'Interrupt', env));
      await hub.waitFor(sessionId, ({ agentState }) =>
        assert.equal(agentState.state, 'interrupted'),
      );
      await removeHome(other);
    });
  }

  it('says nothing where the relay is gone, or the hub', async () => {
    await hub.close();
    assertSilent(await run('sh', 'PermissionRequest'));
    fs.rmSync(relay);
    assertSilent(await run('sh', 'PermissionRequest'));
    assertSilent(await run('sh', 'Stop'));
  });

  it('does not wait for a hub that died a moment ago, as no dialog would be shown', async function () {
    this.timeout(20_000); // The relay would wait for 40 s.
    await hub.close();
    const folder = path.dirname(relay);
    fs.writeFileSync(path.join(folder, 'token'), 'of a hub that was killed');
    assert.deepEqual(
      fs.readdirSync(folder).filter((name) => name.endsWith('.conf')),
      [],
    );
    assertSilent(await run('sh', 'PermissionRequest'));
  });
});
