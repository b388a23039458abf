import assert from 'node:assert/strict';
import { AttendedCards } from '../../../src/extension/page/attendedCards';
import { Windows } from '../../../src/extension/hub/attention/windows';
import type { Presence, WindowMessage } from '../../../src/shared/protocol/windows';

describe('An order to a window', () => {
  let windows: Windows;
  let sent: WindowMessage[];

  beforeEach(() => {
    sent = [];
    windows = new Windows((_window, message) => sent.push(message));
    windows.connect('one');
  });
  afterEach(() => windows.dispose());

  const order = (): string => {
    const message = sent.at(-1);
    assert.equal(message?.type, 'order');
    return message.data.order;
  };
  const ask = (timeoutMs: number, commit?: () => Promise<boolean>): Promise<string> =>
    windows.sendOrder('one', { type: 'showEditor', sessionId: 's' }, timeoutMs, commit);

  it('is answered once, by the window that received it', async () => {
    const answer = ask(5_000);
    assert.equal(await windows.answer('two', { order: order(), taken: true }), false);
    assert.equal(await windows.answer('one', { order: order(), taken: true }), true);
    assert.equal(await windows.answer('one', { order: order(), taken: true }), false);
    assert.equal(await answer, 'taken');
  });

  it('does not time out while its effect is being recorded', async () => {
    let written = (): void => undefined;
    const answer = ask(50, async () => {
      await new Promise<void>((resolve) => (written = resolve));
      return true;
    });
    const isGranted = windows.answer('one', { order: order(), taken: true });
    setTimeout(() => written(), 150);
    assert.deepEqual([await answer, await isGranted], ['taken', true]);
  });

  it('counts as unanswered if its effect cannot be recorded, and the error is reported', async () => {
    const answer = ask(5_000, () => Promise.reject(new Error('disk full')));
    await assert.rejects(windows.answer('one', { order: order(), taken: true }), /disk full/);
    assert.equal(await answer, 'silent');
  });

  it('counts as unanswered after a timeout or when the window disconnects', async () => {
    assert.equal(await ask(50), 'silent');
    const answer = ask(5_000);
    windows.disconnect('one');
    assert.equal(await answer, 'silent');
  });
});

describe('A session that a person attends to', () => {
  it('is reported only for windows and phones that the given check accepts', () => {
    const windows = new Windows(() => undefined);
    const cards = new AttendedCards();
    const front = { sessions: [] as string[] };
    const presence: Presence = {
      since: 1,
      pid: 1,
      focused: true,
      focusedAt: 1,
      notifications: 'all',
      folders: [],
      terminals: [],
      front,
    };
    for (const id of ['one', 'two', 'three']) windows.connect(id);
    windows.setPresence('one', { ...presence, front: { ...front, inHand: ['s'] } });
    windows.setPresence('two', { ...presence, front: { sessions: ['other'] } });
    windows.setPresence('three', { ...presence, focused: false, front: { sessions: ['s'] } });
    cards.setSeen({}, { inSight: [], inHand: ['s'], window: 'phone-a' });
    cards.setSeen({}, { inSight: ['s'], inHand: [], window: 'phone-b' });
    const asked = ['one', 'two', 'three', 'phone-a', 'phone-b'];
    const inHand = asked.filter(
      (id) =>
        windows.isInHand('s', (window) => window === id) ||
        cards.isInHand('s', (window) => window === id),
    );
    assert.deepEqual(inHand, ['one', 'phone-a']);
    windows.dispose();
  });
});
