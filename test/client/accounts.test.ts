import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { hubPorts, type LiveSession } from '../../src/shared/protocol/protocol';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, say } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { bundleEntry, type HubScript } from '../support/hub/process/hubScript';
import { Desk } from '../support/machines/desk';
import { until } from '../support/until';
import { installHooks } from '../support/watchedHub';

describe('The real client in two config homes, answered from the board of one', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let homes: IsolatedHome[];
  let bundle: HubScript;
  let desk: Desk;
  let sessions: ClientSession[];

  before('start a desk, and a client in each home', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    homes = [await IsolatedHome.create(), await IsolatedHome.create()];
    for (const { configHome } of homes) {
      await installHooks(configHome, client);
      await fs.mkdir(path.join(configHome, 'sessions'));
    }
    const [own, work] = homes as [IsolatedHome, IsolatedHome];
    bundle = await bundleEntry('src/extension/hub/main.ts');
    desk = await Desk.start(bundle.file, { ports: hubPorts, home: own.configHome });
    await desk.showAccounts(work.configHome);
    await desk.card(({ accepted }) => assert.equal(accepted, true));
    sessions = [];
    for (const home of [own, work]) sessions.push(await startClient({ api, home }));
  });
  after(async () => {
    for (const session of sessions ?? []) await session.dispose();
    await desk?.stop();
    await bundle?.remove();
    for (const home of homes ?? []) await home.dispose();
    await api?.close();
  });

  const asksIn = (session: ClientSession): Promise<LiveSession> =>
    desk.session(({ sessionId, pendingRequest }) => {
      assert.ok(sessionId.endsWith(session.sessionId ?? 'none'));
      assert.equal(pendingRequest?.call?.answerable, true);
    });

  it('has both sessions on the board, the other with its account', async () => {
    api.add(script('hello', [say('Hello.')]));
    const shown: LiveSession[] = [];
    for (const session of sessions) {
      await session.turn('[[hello]] there');
      shown.push(
        await desk.session(({ sessionId }) =>
          assert.ok(sessionId.endsWith(session.sessionId ?? 'none')),
        ),
      );
    }
    assert.deepEqual(
      shown.map(({ machine }) => machine?.account),
      [undefined, true],
    );
    assert.equal(desk.link.board.sessions.length, 2);
  });

  it('is allowed what it asks for, each in its own home', async () => {
    api.add(script('allow', [bash('touch allowed'), say('Made.')]));
    for (const [at, session] of sessions.entries()) {
      await session.turn('[[allow]] go');
      const { sessionId } = await asksIn(session);
      assert.deepEqual(await desk.decide(sessionId, { kind: 'allow' }), { outcome: 'accepted' });
      await session.waitFor('prompt');
      assert.ok(homes[at]?.hasFile('allowed'));
    }
  });

  it('has a prompt that was queued for the other account', async () => {
    api.add(script('queued', [say('Read.')]));
    const { sessionId } = await desk.session(({ machine, prompting }) => {
      assert.equal(machine?.account, true);
      assert.equal(prompting?.way, 'hook');
    });
    const change = { kind: 'add', id: 'a', text: '[[queued]] from the board' } as const;
    await desk.link.hub.call('changePrompts', { sessionId, change });
    await until(
      () => api.turns('queued').length,
      (times) => assert.equal(times, 1),
      45_000,
    );
  });
});
