import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { installClient } from '../../support/claude/install';
import { IsolatedHome } from '../../support/claude/isolatedHome';
import { hold, say } from '../../support/claude/reply';
import { gate } from '../../support/realClient/gate';
import { script } from '../../support/claude/script';
import { ScriptedApi } from '../../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../../support/claude/session';
import { until } from '../../support/until';
import { installHooks, WatchedHub } from '../../support/watchedHub';
import { olderClients } from '../../truth/scenario';
import { waitFixedTime } from '../../support/waitFixedTime';

/**
 * The client may write its last lines this long after it has ended, in ms; they belong to no other
 * session.
 */
const farewellMs = 2_500;

/**
 * The older client's registry file has no status, and names another session after a resume or
 * clear.
 */
for (const hooks of [false, true]) {
  describe(`Client ${olderClients.older} ${hooks ? 'with our hooks' : 'without hooks'}`, function () {
    this.timeout(120_000);
    const version = olderClients.older;
    let api: ScriptedApi;
    let home: IsolatedHome;
    let hub: WatchedHub;
    let session: ClientSession;
    let sessionId: string;

    before('start it', async () => {
      api = await ScriptedApi.start();
      home = await IsolatedHome.create();
      if (hooks)
        await installHooks(home.configHome, { path: await installClient(version), version });
      hub = await WatchedHub.start(home.configHome);
      session = await startClient({ version, api, home });
    });

    after(async () => {
      await session?.dispose();
      await hub?.stop();
      await home?.dispose();
      await api?.close();
    });

    /** The single card of the living session, whatever files of others exist. */
    const alive = (check: (card: LiveSession) => void): Promise<unknown> =>
      until(
        () => hub.board.sessions.filter(({ agentState }) => agentState.group !== 'delivered'),
        (cards) => {
          const [card] = cards;
          assert.ok(card);
          assert.deepEqual(
            cards.map((one) => [one.title, one.agentState.state]),
            [[card.title, card.agentState.state]],
          );
          check(card);
        },
      );

    it('is one card while it works and rests', async () => {
      api.add(script('first', [say('First.')]));
      await session.turn('[[first]] go');
      await alive((card) => {
        assert.match(card.title, /^\[\[first\]\] go/);
        assert.equal(card.agentState.state, 'idle');
        sessionId = card.sessionId;
      });
    });

    it('is that card again when it has resumed', async () => {
      await session.exit();
      await session.dispose();
      await until(
        () => hub.board.get(sessionId)?.agentState.group,
        (group) => assert.equal(group, 'delivered'),
      );
      await waitFixedTime(farewellMs);
      session = await startClient({ version, api, home, args: ['--resume', sessionId] });
      const release = gate();
      api.add(script('second', [hold(release).say('Second.')]));
      await session.prompt('[[second]] go');
      await alive((card) => {
        assert.deepEqual(
          [card.sessionId, card.pid, card.agentState.state],
          [sessionId, session.pid, 'thinking'],
        );
      });
      release.open();
      await alive((card) => {
        assert.deepEqual([card.sessionId, card.agentState.state], [sessionId, 'idle']);
      });
    });

    it('is another card when it has begun anew', async () => {
      await session.prompt('/clear');
      await waitFixedTime(farewellMs);
      api.add(script('third', [say('Third.')]));
      await session.turn('[[third]] go');
      await alive((card) => {
        assert.notEqual(card.sessionId, sessionId);
        assert.match(card.title, /^\[\[third\]\] go/);
        assert.deepEqual([card.pid, card.agentState.state], [session.pid, 'idle']);
      });
      assert.equal(hub.board.get(sessionId)?.agentState.group, 'delivered');
    });

    it('is closed with its process', async () => {
      await session.exit();
      await until(
        () => hub.board.sessions.map(({ agentState }) => agentState.group),
        (groups) => assert.deepEqual(new Set(groups), new Set(['delivered'])),
      );
    });
  });
}
