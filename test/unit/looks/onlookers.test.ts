import assert from 'node:assert/strict';
import { Onlookers } from '../../../src/extension/hub/looks/onlookers';
import type { Window } from '../../../src/extension/hub/attention/windows';
import type { Presence } from '../../../src/shared/protocol/windows';
import { aSession } from '../../support/sessionBuilder';

const shell = 500;

function aPresence(front: Partial<Presence['front']> = {}, more: Partial<Presence> = {}): Window {
  const presence: Presence = {
    since: 0,
    pid: 1,
    focused: true,
    active: true,
    focusedAt: 0,
    notifications: 'all',
    folders: [],
    terminals: [shell],
    front: { sessions: [], ...front },
    ...more,
  };
  return { id: 'window', name: 'window', presence };
}

async function onlookers(windows: readonly ReturnType<typeof aPresence>[], isShown = false) {
  let found = 0;
  const all = new Onlookers({
    windows: { present: windows },
    phones: { isShown },
    find: () =>
      Promise.resolve({
        line: [
          { pid: 4711, name: 'claude' },
          { pid: shell, name: 'zsh' },
        ],
      }),
    onFound: () => (found += 1),
  });
  const session = aSession({ sessionId: 'a' });
  all.trackTerminal(session);
  await new Promise(setImmediate);
  all.trackTerminal(session);
  assert.equal(found, 1);
  return { all, session };
}

describe('Onlookers', () => {
  it('are present at a focused window with recent input, or at a phone', async () => {
    const isHere = async (...given: Parameters<typeof onlookers>) =>
      (await onlookers(...given)).all.isHere;
    assert.equal(await isHere([aPresence()]), true);
    assert.equal(await isHere([aPresence({}, { focused: false }), aPresence()]), true);
    assert.equal(await isHere([aPresence({}, { focused: false })]), false);
    assert.equal(await isHere([aPresence({}, { active: false })]), false);
    assert.equal(await isHere([], true), true);
  });

  it('have a session in front by its transcript or its terminal, not by its card', async () => {
    const inFront = async (front: Partial<Presence['front']>, more: Partial<Presence> = {}) =>
      (await onlookers([aPresence(front, more)])).all.inFront;
    assert.deepEqual(await inFront({ sessions: ['b'] }), ['b']);
    assert.deepEqual(await inFront({ terminal: shell }), ['a']);
    assert.deepEqual(await inFront({ terminal: shell + 1 }), []);
    assert.deepEqual(await inFront({ cards: ['a'], inHand: ['a'], board: true }), []);
    assert.deepEqual(await inFront({ terminal: shell }, { active: false }), []);
  });

  it('watch a session on the board, in its terminal, and on a phone', async () => {
    const watch = async (...given: Parameters<typeof onlookers>) => {
      const { all, session } = await onlookers(...given);
      return all.isSeen(session);
    };
    assert.equal(await watch([aPresence()]), false);
    assert.equal(await watch([aPresence({ board: true })]), true);
    assert.equal(await watch([aPresence({ terminal: shell })]), true);
    assert.equal(await watch([aPresence({ inHand: ['a'] })]), true);
    assert.equal(await watch([aPresence({ board: true }, { focused: false })]), false);
    assert.equal(await watch([], true), true);
  });
});
