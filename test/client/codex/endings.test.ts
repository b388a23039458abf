import assert from 'node:assert/strict';
import type { AgentState, LiveSession } from '../../../src/shared/protocol/protocol';
import { runCodexExec } from '../../support/codex/codexExec';
import { CodexStage } from '../../support/codex/codexStage';
import { codex } from '../../support/codex/reply';
import { gate } from '../../support/realClient/gate';
import type { WatchedHub } from '../../support/watchedHub';

describe('The end of a session of the real Codex', function () {
  this.timeout(120_000);
  let stage: CodexStage;
  let hub: WatchedHub;

  async function open(ownProcess: boolean): Promise<void> {
    stage = await CodexStage.open({ ownProcess });
    hub = await stage.hub();
    await hub.live();
  }
  afterEach(() => stage.close());

  const shows = (group: AgentState['group'], ...states: readonly string[]): Promise<LiveSession> =>
    hub.waitFor(
      `${group}/${states.join()}`,
      ({ agentState }) => agentState.group === group && states.includes(agentState.state),
    );

  it('is shown when its terminal quits', async () => {
    await open(true);
    stage.script('go', codex.say('Hello.'));
    const client = await stage.client();
    await client.turn('[[go]]');
    const { pid } = await shows('needs_you', 'idle');
    assert.equal(pid, client.pid);
    await client.quit();
    await shows('delivered', 'session_ended');
  });

  it('is shown as cancelled when its process is killed in a turn', async () => {
    await open(true);
    stage.script('go', codex.hold(gate()));
    const client = await stage.client();
    await client.prompt('[[go]]');
    await hub.waitFor('its process', ({ pid }) => pid === client.pid);
    await client.dispose();
    await shows('delivered', 'cancelled');
  });

  it('does not come with its terminal’s end on the shared server', async () => {
    await open(false);
    const held = gate();
    stage.script('go', codex.hold(held).say('Nobody watches.'));
    const client = await stage.client();
    await client.prompt('[[go]]');
    await shows('autonomous', 'thinking');
    await client.dispose();
    held.open();
    const { sessionId } = await shows('needs_you', 'idle');
    // Another terminal shows it as the board opens it.
    stage.script('more', codex.say('Here it goes on.'));
    const again = await stage.client({ args: ['resume', sessionId] });
    await again.terminal.waitForScreen('Nobody watches.');
    await again.turn('[[more]]');
    await again.terminal.waitForScreen('Here it goes on.');
    assert.deepEqual(
      [...hub.board.sessions].map((one) => one.sessionId),
      [sessionId],
    );
  });

  it('comes with the answer of exec', async () => {
    await open(true);
    stage.script('go', codex.shell('cat hello.txt'), codex.say('It says hello.'));
    const { exitCode } = await runCodexExec(stage.home, '[[go]]');
    assert.equal(exitCode, 0);
    const session = await shows('delivered', 'session_ended', 'task_complete');
    assert.equal(session.agent, 'codex');
    assert.equal(hub.board.sessions.length, 1);
  });
});
