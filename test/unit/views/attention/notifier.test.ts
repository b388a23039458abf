import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Notice, NoticeAction } from '../../../../src/extension/views/attention/notice';
import { Notifier } from '../../../../src/extension/views/attention/notifier';
import { Emitter } from '../../../../src/extension/util/emitter';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import type { Order } from '../../../../src/shared/protocol/windows';
import { askedCollision, collisions } from '../../../support/board/collisionBuilder';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

describe('The notifier of a window', () => {
  let board: FakeBoard;
  let orders: Emitter<Order>;
  let notifier: Notifier;
  /** Orders that were answered, as `session yes` or `session no`. */
  let answers: string[];
  let late: boolean;
  let front: string | undefined;
  let shown: { readonly notice: Notice; readonly press: (label?: string) => void }[];
  let acts: string[];
  let endedIds: string[];
  let sounds: number;
  let decided: string[];
  let seen: string[];

  const session = (sessionId: string, state = 'needs_permission'): LiveSession =>
    aSession({
      sessionId,
      title: `Title of ${sessionId}`,
      agentState: { group: state === 'acting' ? 'autonomous' : 'needs_you', state, label: state },
    });

  beforeEach(() => {
    board = new FakeBoard();
    orders = new Emitter<Order>();
    answers = [];
    shown = [];
    acts = [];
    endedIds = [];
    late = false;
    front = undefined;
    sounds = 0;
    decided = [];
    seen = [];
    notifier = new Notifier({
      board,
      windowConnection: {
        onDidReceiveOrder: orders.event,
        answer: (order, taken) => {
          const sessionId = 'sessionId' in order ? order.sessionId : order.type;
          answers.push(`${sessionId} ${taken ? 'yes' : 'no'}`);
          return Promise.resolve(!late);
        },
      },
      isInFront: (sessionId) => sessionId === front,
      show: (notice) => new Promise((press) => shown.push({ notice, press })),
      act: (action: NoticeAction, sessions, call) => {
        const ids = sessions.map(({ sessionId }) => sessionId).join();
        acts.push([action, ids, ...(call === undefined ? [] : [call])].join(' '));
      },
      callOf: ({ pendingRequest }) => pendingRequest?.call?.id,
      shown: (sessionId, call) => seen.push(`${sessionId} ${call}`),
      sayDecided: ({ sessionId }) => decided.push(sessionId),
      sayOver: (sessions) => endedIds.push(sessions.map(({ sessionId }) => sessionId).join()),
      playSound: () => (sounds += 1),
    });
  });
  afterEach(() => notifier.dispose());

  const order = (sessionId: string): void =>
    orders.fire({ type: 'notify', order: `order of ${sessionId}`, sessionId, reach: 'terminal' });

  async function calls(...sessionIds: string[]): Promise<void> {
    board.put(...sessionIds.map((sessionId) => session(sessionId)));
    for (const sessionId of sessionIds) order(sessionId);
    await until(
      () => answers,
      (now) => assert.equal(now.length >= sessionIds.length, true),
    );
  }

  async function shows(...messages: RegExp[]): Promise<void> {
    await until(
      () => shown.map(({ notice }) => notice.message),
      (now) => {
        assert.equal(now.length, messages.length, now.join('\n'));
        for (const [index, message] of messages.entries()) assert.match(now[index] ?? '', message);
      },
    );
  }

  it('shows a granted notification with its sound', async () => {
    await calls('one');
    await shows(/Title of one/);
    assert.deepEqual([answers, sounds], [['one yes'], 1]);
  });

  it('declines an order whose session is finished, in front or unknown', async () => {
    board.put(session('over', 'acting'), session('front'));
    front = 'front';
    for (const sessionId of ['over', 'front', 'unknown']) order(sessionId);
    await calls('one');
    await shows(/Title of one/);
    assert.deepEqual(answers, ['over no', 'front no', 'unknown no', 'one yes']);
  });

  it('shows nothing if it answered too late', async () => {
    late = true;
    await calls('late');
    late = false;
    await calls('one');
    await shows(/Title of one/);
  });

  it('combines notifications of several sessions into one', async () => {
    await calls('one', 'two', 'three');
    await shows(/^3 sessions now need you: .*Title of one/);
    assert.equal(sounds, 1);
  });

  it('holds back further notifications while one is shown, then shows them together', async () => {
    await calls('one');
    await shows(/Title of one/);
    await calls('two');
    await calls('three');
    await calls('four');
    await waitFixedTime(400); // Longer than calls are batched: a wrong toast would be visible by now.
    await shows(/Title of one/);
    board.put(session('three', 'acting'));
    shown[0]?.press();
    await shows(/Title of one/, /^2 sessions now need you: .*Title of two .*, .*Title of four/);
  });

  it('runs the action of the pressed button', async () => {
    await calls('one');
    await shows(/one/);
    shown[0]?.press('Go to Terminal');
    await until(
      () => acts,
      (now) => assert.deepEqual(now, ['goTo one']),
    );
    assert.deepEqual(endedIds, []);
  });

  it('goes to the sessions that still wait if a button is pressed late', async () => {
    await calls('one', 'two');
    await shows(/^2 sessions/);
    board.put(session('one', 'acting'));
    shown[0]?.press('Show');
    await until(
      () => acts,
      (now) => assert.deepEqual(now, ['showBoard two']),
    );
    assert.deepEqual(endedIds, []);
  });

  const asking = (sessionId: string, call: string): LiveSession => ({
    ...session(sessionId),
    pendingRequest: aPendingRequest({ call: { id: call, fate: 'open', answerable: true } }),
  });
  /** Simulated time in ms for which it was visible, independent of the machine's speed. */
  let passed = 0;
  afterEach(() => mock.restoreAll());
  /** Shows a request that waits for an answer. */
  async function asks(): Promise<void> {
    const from = performance.now();
    passed = 0;
    mock.method(performance, 'now', () => from + passed);
    board.put(asking('one', 'c1'));
    order('one');
    await shows(/needs_permission · npm test — Title of one/);
    assert.deepEqual(seen, ['one c1']);
  }
  const pressed = (label: string, expected: readonly string[]): Promise<unknown> => {
    shown[0]?.press(label);
    return until(
      () => [acts, decided],
      (now) => assert.deepEqual(now.flat(), expected),
    );
  };

  for (const [label, action] of [
    ['Allow', 'allow'],
    ['Deny', 'deny'],
  ] as const) {
    it(`answers the request that was shown with ${label}`, async () => {
      await asks();
      passed += 600; // Long enough to have been read.
      await pressed(label, [`${action} one c1`]);
    });

    it(`shows a request that nobody can have read before it is answered with ${label}`, async () => {
      await asks();
      await pressed(label, ['look one c1']);
    });

    it(`answers no later request with ${label}, and shows a message`, async () => {
      await asks();
      board.put(asking('one', 'c2'));
      passed += 600; // Long enough to have been read.
      await pressed(label, ['one']);
      assert.deepEqual([acts, decided, endedIds], [[], ['one'], []]);
    });
  }

  it('allows no request whose file a different session has changed since the notification', async () => {
    await asks();
    passed += 600; // Long enough to have been read.
    board.put({ ...asking('one', 'c1'), collisions: collisions(askedCollision()) });
    await pressed('Allow', ['look one c1']);
  });

  it('opens no request that was decided elsewhere', async () => {
    await asks();
    board.put(session('one', 'acting'));
    await pressed('Show', ['one']);
    assert.deepEqual([acts, decided, endedIds], [[], ['one'], []]);
  });

  it('says so when nobody waits any more, and does what the button says all the same', async () => {
    await calls('one');
    await shows(/one/);
    board.put(session('one', 'acting'));
    shown[0]?.press('Open Transcript');
    await until(
      () => acts,
      (now) => assert.deepEqual(now, ['openTranscript one']),
    );
    assert.deepEqual(endedIds, ['one']);
  });
});
