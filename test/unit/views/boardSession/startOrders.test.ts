import assert from 'node:assert/strict';
import { UncertainStart } from '../../../../src/extension/views/boardSession/startRunner';
import { StartOrders } from '../../../../src/extension/views/boardSession/startOrders';
import type { NewSession } from '../../../../src/extension/views/boardSession/boardSessions';
import { Emitter } from '../../../../src/extension/util/emitter';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { StartClaims } from '../../../../src/extension/util/hub/startClaims';
import { silentLog } from '../../../../src/extension/util/log';
import type { Order } from '../../../../src/shared/protocol/windows';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

const sessionId = '5e551011-0000-4000-8000-0000000000aa';
const order = {
  type: 'startSession',
  order: 'o',
  sessionId,
  folder: '/home/dev/shop',
  worktree: false,
  text: 'Review it',
} as const satisfies Order;

describe('A window that is ordered to start a session', () => {
  let home: string;
  let claims: StartClaims;
  let answers: boolean[];
  let started: (NewSession & { readonly sessionId: string })[];
  let isConfirmed: boolean;
  let against: string | undefined;
  let failure: Error | undefined;
  let orders: StartOrders;
  const received = new Emitter<Order>();

  beforeEach(async () => {
    home = await tempHome();
    claims = new StartClaims(new PrivateFolder(home));
    [answers, started, isConfirmed, against, failure] = [[], [], true, undefined, undefined];
    orders = new StartOrders({
      windowConnection: {
        onDidReceiveOrder: received.event,
        answer(_order, taken) {
          answers.push(taken);
          assert.deepEqual(started, [], 'nothing is started before it is confirmed');
          return Promise.resolve(isConfirmed);
        },
      },
      control: { reasonAgainst: (folder) => (folder === order.folder ? against : 'Elsewhere.') },
      sessions: {
        reasonAgainst: undefined,
        startAs(id, wanted) {
          started.push({ sessionId: id, ...wanted });
          return failure === undefined ? Promise.resolve() : Promise.reject(failure);
        },
      },
      claims,
      log: silentLog,
    });
  });
  afterEach(async () => {
    orders.dispose();
    await removeHome(home);
  });

  const starts = (...expected: readonly object[]): Promise<unknown> =>
    until(
      () => started,
      (all) => assert.deepEqual(all, expected),
    );
  const startsNothing = async (taken: boolean): Promise<void> => {
    await until(
      () => answers,
      (all) => assert.deepEqual(all, [taken]),
    );
    await waitFixedTime(50);
    assert.deepEqual(started, []);
  };
  const wanted = { sessionId, folder: order.folder, mode: undefined, prompt: order.text };

  it('claims the start, and starts it under the id of the order', async () => {
    received.fire(order);
    await starts(wanted);
    assert.deepEqual(await claims.read(sessionId).then((claim) => claim?.problem), undefined);
    assert.equal(await claims.claim(sessionId), false);
  });

  it('has the client make a worktree if the order says so', async () => {
    received.fire({ ...order, worktree: true });
    await starts({ ...wanted, worktree: '' });
  });

  it('starts nothing where control is off, or with text that no terminal takes', async () => {
    against = 'Off.';
    received.fire(order);
    await startsNothing(false);
    [answers, against] = [[], undefined];
    received.fire({ ...order, text: 'Review\u0007' });
    await startsNothing(false);
  });

  it('starts nothing if its answer was not accepted', async () => {
    isConfirmed = false;
    received.fire(order);
    await startsNothing(true);
    assert.equal(await claims.read(sessionId), undefined);
  });

  it('starts nothing that the next hub has claimed', async () => {
    assert.ok(await claims.claim(sessionId));
    received.fire(order);
    await startsNothing(true);
  });

  it('tells the hub why nothing was started, unless it may have been', async () => {
    failure = new Error('Claude Code isn’t logged in.');
    received.fire(order);
    await until(
      () => claims.read(sessionId),
      (claim) => assert.equal(claim?.problem, 'Claude Code isn’t logged in.'),
    );
    const other = '5e551011-0000-4000-8000-0000000000bb';
    started.length = 0;
    failure = new UncertainStart('Its runner ended.');
    received.fire({ ...order, sessionId: other });
    await until(
      () => claims.read(other),
      (claim) => assert.deepEqual(Object.keys(claim ?? {}), ['claim']),
    );
    await waitFixedTime(50);
    assert.equal((await claims.read(other))?.problem, undefined);
  });

  it('deletes claims after a day, but never that of an open start', async () => {
    await claims.claim(sessionId);
    const later = Date.now() + 25 * 60 * 60_000;
    await claims.deleteOld([], Date.now());
    await claims.deleteOld([sessionId], later);
    assert.ok(await claims.read(sessionId));
    await claims.deleteOld([], later);
    assert.equal(await claims.read(sessionId), undefined);
  });
});
