import assert from 'node:assert/strict';
import { Warner } from '../../../../src/extension/views/attention/warner';
import { Emitter } from '../../../../src/extension/util/emitter';
import type { Order } from '../../../../src/shared/protocol/windows';
import { aCollision, collisions, lostCollision } from '../../../support/board/collisionBuilder';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { aSession } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';

const lost = lostCollision();
const robbed = aSession({ sessionId: 'one', title: 'Title', collisions: collisions(lost) });

describe('The warner of a window', () => {
  let orders: Emitter<Order>;
  let board: FakeBoard;
  let warner: Warner;
  let answers: boolean[];
  let shown: { message: string; labels: readonly string[]; press: (label?: string) => void }[];
  let acts: string[];
  let isLate: boolean;

  beforeEach(() => {
    orders = new Emitter<Order>();
    board = new FakeBoard([robbed]);
    answers = [];
    shown = [];
    acts = [];
    isLate = false;
    warner = new Warner({
      board,
      windowConnection: {
        onDidReceiveOrder: orders.event,
        answer: (_order, taken) => {
          answers.push(taken);
          return Promise.resolve(!isLate);
        },
      },
      show: (message, labels) => new Promise((press) => shown.push({ message, labels, press })),
      act: (...args) => acts.push(args.join(' ')),
      playSound: () => acts.push('sound'),
    });
  });
  afterEach(() => warner.dispose());

  const warn = (sessionId = 'one', collision = lost.id): void =>
    orders.fire({ type: 'warn', order: 'o', sessionId, collision });
  const warned = (count: number): Promise<unknown> =>
    until(
      () => answers,
      (now) => assert.equal(now.length, count),
    );

  it('shows whose work was taken, by whom and how, with its sound', async () => {
    warn();
    await warned(1);
    assert.deepEqual(
      [answers, acts, shown.map(({ message }) => message)],
      [
        [true],
        ['sound'],
        [
          'Title: “Rename the client” ran git reset --hard over uncommitted work: src/a.ts and 2 more',
        ],
      ],
    );
    assert.deepEqual(shown[0]?.labels, ['Show Session', 'See Changes', 'Dismiss']);
  });

  for (const [label, action] of [
    ['Show Session', 'show'],
    ['See Changes', 'see'],
    ['Dismiss', 'dismiss'],
  ] as const)
    it(`leads on by ${label}`, async () => {
      warn();
      await warned(1);
      shown[0]?.press(label);
      await until(
        () => acts,
        (now) => assert.deepEqual(now, ['sound', `${action} one ${lost.id}`]),
      );
    });

  it('declines an order that is expired, unknown or of a different level', async () => {
    board.put({ ...robbed, sessionId: 'two', collisions: collisions(aCollision()) });
    warn('gone');
    warn('one', 'another');
    warn('two', aCollision().id);
    await warned(3);
    assert.deepEqual([answers, shown], [[false, false, false], []]);
  });

  it('shows nothing if it answered too late, and escapes links in titles', async () => {
    isLate = true;
    warn();
    await warned(1);
    assert.deepEqual(shown, []);
    isLate = false;
    const title = '[Yes](command:quit)';
    board.put({ ...robbed, collisions: collisions({ ...lost, title }) });
    warn();
    await warned(2);
    assert.doesNotMatch(shown.map(({ message }) => message).join(), /\]\(/);
  });

  it('does nothing when a warning is closed', async () => {
    warn();
    await warned(1);
    shown[0]?.press();
    await Promise.resolve();
    assert.deepEqual(acts, ['sound']);
  });
});
