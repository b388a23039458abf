import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { newestVersion } from '../../support/claude/install';
import { agent, bash, say, tool } from '../../support/claude/reply';
import { ClientStage } from '../../support/claude/stage';
import { isOnPath } from '../../support/editor/command';
import { waitFixedTime } from '../../support/waitFixedTime';
import { skip } from '../../support/skip';
import { until } from '../../support/until';
import type { WatchedHub } from '../../support/watchedHub';

/** A dialog accepts keys this long after it was drawn, in ms. */
const keyGuardMs = 500;

describe('A teammate in a tmux pane of its own', function () {
  this.timeout(180_000);
  let stage: ClientStage;
  let hub: WatchedHub;

  before(async function () {
    if (!(await isOnPath('tmux'))) skip(this, 'tmux is not installed');
    stage = await ClientStage.open({
      version: newestVersion,
      home: {
        env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1', LANG: 'C.UTF-8', SHELL: '/bin/sh' },
        settings: { permissions: { allow: ['Bash(sleep:*)'] } },
      },
    });
    hub = await stage.hub();
    await hub.live();
  });
  after(() => stage?.close());

  /** Runs a command of a tmux server that has only this test's panes. */
  function tmux(...args: readonly string[]): string {
    const socket = path.join(stage.home.folder, 'tmux');
    const env = stage.home.environment(stage.api.url);
    return execFileSync('tmux', ['-S', socket, ...args], { env, encoding: 'utf8' });
  }
  const waitForLeadScreen = (text: RegExp): Promise<unknown> =>
    until(
      () => tmux('capture-pane', '-p', '-t', 'team:0.0'),
      (screen) => assert.match(screen, text),
      60_000,
    );

  it('is beneath its lead, which asks for it, and rests when it does', async () => {
    const file = path.join(stage.home.project, 'team.txt');
    const worker = { subagent_type: 'general-purpose', description: 'Worker', name: 'worker' };
    stage.script(
      'lead',
      agent({ ...worker, prompt: '[[mate]] do the work' }),
      say('The worker is on it.'),
      say('Noted.'),
    );
    stage.script(
      'mate',
      bash('sleep 3'),
      tool('Write', { file_path: file, content: 'x' }),
      say('The worker is idle now.'),
    );
    const lead = [stage.command, '--teammate-mode', 'tmux'];
    const size = ['-x', '200', '-y', '50'];
    const where = ['-d', '-s', 'team', '-c', stage.home.project];
    tmux('-f', '/dev/null', 'new-session', ...where, ...size, ...lead);
    stage.endsWith(() => void tmux('kill-server'));
    await waitForLeadScreen(/❯/u);
    tmux('send-keys', '-t', 'team:0.0', '-l', '[[lead]] hand out the work');
    await waitForLeadScreen(/❯\s\[\[lead\]\] hand out the work/u);
    tmux('send-keys', '-t', 'team:0.0', 'Enter');

    const waitForTeammate = (state: string): Promise<unknown> =>
      hub.waitFor(`a teammate that is ${state}`, ({ subagents: [first] }) => {
        return first?.agentType === 'worker' && first.state === state;
      });
    await waitForTeammate('running');
    assert.equal(tmux('list-panes', '-t', 'team').trim().split('\n').length, 2);
    assert.equal(hub.board.sessions.length, 1, 'it has no card of its own');

    const { pendingRequest } = await hub.waitFor(
      'its request on the card of the lead',
      ({ agentState, pendingRequest: request }) =>
        agentState.state === 'needs_permission' && request?.toolName === 'Write',
    );
    assert.equal(pendingRequest?.agentType, 'worker');
    await waitForLeadScreen(/Do you want to create team\.txt/u);
    await waitFixedTime(keyGuardMs);
    tmux('send-keys', '-t', 'team:0.0', '1');

    await waitForTeammate('idle');
    await hub.waitFor('a lead at rest', ({ agentState }) => agentState.state === 'idle');
    assert.ok(stage.home.hasFile('team.txt'));
    assert.equal(hub.board.sessions.length, 1);
  });
});
