import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { resumeCommand } from '../../src/extension/agents/claude/run/resumeCommand';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, say } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { until } from '../support/until';
import { installHooks, WatchedHub } from '../support/watchedHub';

describe('Clients that go down with the machine', function () {
  this.timeout(180_000);
  const sessions: ClientSession[] = [];
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;
  let boots = 0;

  before('start a hub', async () => {
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    const client = { path: await installClient(), version: pinnedVersion };
    await installHooks(home.configHome, client);
    hub = await WatchedHub.start(home.configHome);
  });

  after(async () => {
    for (const session of sessions) await session.dispose();
    await hub?.stop();
    await home?.dispose();
    await api?.close();
  });

  /** Starts a session and completes a turn that the hub has seen. */
  async function begins(marker: string, args: readonly string[] = []): Promise<ClientSession> {
    api.add(script(marker, [say(`This was ${marker}.`)]));
    const session = await startClient({ api, home, args });
    sessions.push(session);
    await session.turn(`[[${marker}]] go`);
    await hub.waitFor(marker, ({ pid, agentState }) => {
      return pid === session.pid && agentState.group === 'needs_you';
    });
    return session;
  }

  /** Simulates a restart of the machine: no client is left, and another hub starts. */
  async function reboot(): Promise<void> {
    for (const session of sessions.splice(0)) await session.dispose();
    await hub.stop();
    boots += 1;
    hub = await WatchedHub.start(home.configHome, {
      boot: { id: `boot ${boots}`, at: Date.now() },
    });
  }

  const offers = (...wanted: readonly ClientSession['sessionId'][]): Promise<unknown> =>
    until(
      () => new Set(hub.board.summary.stranded),
      (offered) => assert.deepEqual(offered, new Set(wanted)),
    );

  let resting: string | undefined;
  let asking: string | undefined;

  it('are offered after its next start, killed at rest and in the middle, and not one that was left', async () => {
    const left = await begins('left');
    const one = await begins('resting');
    const other = await begins('asking');
    api.add(script('asks', [bash('touch never')]));
    await other.turn('[[asks]] something');
    [resting, asking] = [one.sessionId, other.sessionId];
    await left.exit();
    await reboot();
    await offers(resting, asking);
    for (const sessionId of [resting, asking]) {
      const session = hub.board.get(sessionId ?? '');
      assert.deepEqual([session?.agentState.group, session?.pid], ['delivered', undefined]);
    }
  });

  it('come back by what is typed to resume them, and are offered no longer', async () => {
    const [, ...args] = resumeCommand('claude', resting ?? '').split(' ');
    api.add(script('on', [say('It goes on.')]));
    const back = await startClient({ api, home, args });
    sessions.push(back);
    await back.turn('[[on]] and on');
    assert.equal(back.sessionId, resting);
    const asked = api.lastTold('on');
    assert.match(asked, /This was resting\./, 'the client knows what was said before');
    await offers(asking);
  });

  it('are offered where the machine ended them in order, with what was offered before', async () => {
    const [back] = sessions;
    assert.ok(back);
    await back.terminal.kill('SIGHUP');
    await reboot();
    await offers(resting, asking);
  });

  it('are offered where the editor alone ended, which closes its terminals, and not others', async () => {
    const inside = await begins('inside');
    const outside = await begins('outside');
    await hub.holdTerminals([inside.pid], () => undefined);
    await until(
      () => fs.readFile(path.join(home.configHome, 'mission-control', 'stranded.json'), 'utf8'),
      (text) => assert.match(text, /"window"/),
    );
    await hub.stop();
    await inside.terminal.kill('SIGHUP');
    await outside.terminal.kill('SIGHUP');
    hub = await WatchedHub.start(home.configHome, {
      boot: { id: `boot ${boots}`, at: Date.now() },
    });
    await offers(resting, asking, inside.sessionId);
  });
});
