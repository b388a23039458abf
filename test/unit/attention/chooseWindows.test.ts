import assert from 'node:assert/strict';
import { chooseWindows } from '../../../src/extension/hub/attention/chooseWindows';
import { SessionLocator, locateSession } from '../../../src/extension/hub/attention/places';
import { Windows, type Window } from '../../../src/extension/hub/attention/windows';
import { aPresence, aWindow } from '../../support/hub/aWindow';

const session = { sessionId: 'one', projectPath: '/home/dev/shop/web', entrypoint: 'cli' };
/** Processes from the client up to the terminal's host. */
const line = [
  { pid: 30, name: 'claude' },
  { pid: 20, name: 'zsh' },
  { pid: 10, name: 'ptyHost' },
];
const blocked = { kind: 'blocked', startedAt: 1_000 } as const;

/** Ids of the windows to notify, in order, or the reason why none is notified. */
function choice(
  windows: readonly Window[],
  incident: Parameters<typeof chooseWindows>[0] = blocked,
  of: typeof session = session,
): string {
  const where = locateSession(of, line, windows);
  const chosen = chooseWindows(incident, of, where, windows);
  return chosen.kind === 'ask' ? chosen.windows.map(({ id }) => id).join(' ') : chosen.kind;
}

describe('The window that shows an incident', () => {
  const other = aWindow('other', { focusedAt: 500 });
  const holder = aWindow('holder', { terminals: [19, 20] });
  const folder = aWindow('folder', { folders: ['/home/dev/shop'] });

  it('is the one that the person looks at', () => {
    assert.equal(
      choice([holder, folder, aWindow('mine', { focused: true })]),
      'mine holder folder',
    );
  });

  it('is otherwise the one with the terminal, then one with the folder, then the one used last', () => {
    const last = aWindow('last', { focusedAt: 900 });
    assert.equal(choice([other, last, folder, holder]), 'holder folder last other');
  });

  it('is found by its folder in any spelling that Windows uses', () => {
    const drive = aWindow('drive', { folders: ['c:\\Work\\Shop'] });
    const inside = { ...session, projectPath: 'C:\\work\\shop\\web' };
    assert.equal(choice([other, drive], blocked, inside), 'drive other');
  });

  it('is not found by a folder next to that of the session', () => {
    const beside = aWindow('beside', { folders: ['/home/dev/shop/web2', '/home/dev/shop/web/in'] });
    assert.equal(choice([other, beside]), 'other beside');
  });

  it('neither opened after the incident nor excludes it in its settings', () => {
    const young = aWindow('young', { since: 1_000, focused: true });
    const off = aWindow('off', { notifications: 'off', focused: true });
    assert.equal(choice([young, off, other]), 'other');
    assert.equal(choice([young, off]), '');
  });

  it('shows finished turns only if its settings include them', () => {
    const idle = { kind: 'idle', startedAt: 1_000 } as const;
    const all = aWindow('all', { notifications: 'all' });
    assert.equal(choice([other, all], idle), 'all');
    assert.equal(choice([other, all]), 'other all');
  });

  describe('is not needed where the person has the session before the eyes', () => {
    for (const [how, presence, expected] of [
      ['its terminal', { focused: true, front: { terminal: 20, sessions: [] } }, 'inFront'],
      ['its transcript', { focused: true, front: { sessions: ['one'] } }, 'inFront'],
      ['its card', { focused: true, front: { sessions: [], cards: ['one'] } }, 'inFront'],
      ['its card, in hand', { focused: true, front: { sessions: [], inHand: ['one'] } }, 'inFront'],
      [
        'the board, wherever its card is',
        { focused: true, front: { sessions: [], board: true } },
        'inFront',
      ],
      ['the board, unfocused', { front: { sessions: [], board: true } }, 'it other'],
      ['its card, unfocused', { front: { sessions: [], cards: ['one'] } }, 'it other'],
      ['its terminal, unfocused', { front: { terminal: 20, sessions: [] } }, 'it other'],
      ['another terminal', { focused: true, front: { terminal: 19, sessions: [] } }, 'it other'],
      ['another transcript', { focused: true, front: { sessions: ['two'] } }, 'it other'],
    ] as const)
      it(`${how}: ${expected}`, () => {
        const window = aWindow('it', {
          ...presence,
          terminals: [19, 20],
          front: {
            ...presence.front,
            sessions: [...presence.front.sessions],
            cards: 'cards' in presence.front ? [...presence.front.cards] : [],
            inHand: 'inHand' in presence.front ? [...presence.front.inHand] : [],
          },
        });
        assert.equal(choice([other, window]), expected);
      });
  });
});

describe('The location of a session', () => {
  it('is the terminal whose shell is its nearest ancestor', () => {
    const inner = aWindow('inner', { terminals: [20] });
    const outer = aWindow('outer', { terminals: [10] });
    const where = locateSession(session, line, [outer, inner]);
    assert.deepEqual([where.reach, where.window?.id, where.terminal], ['terminal', 'inner', 20]);
  });

  it('can be a terminal that runs the client itself', () => {
    const where = locateSession(session, line, [aWindow('it', { terminals: [30] })]);
    assert.deepEqual([where.reach, where.terminal], ['terminal', 30]);
  });

  it('is the window that asks if two windows claim one terminal', () => {
    const twins = [aWindow('a', { terminals: [20] }), aWindow('b', { terminals: [20] })];
    assert.equal(locateSession(session, line, twins, 'b').window?.id, 'b');
  });

  it('is a proven window rather than one that claims every process', () => {
    const all = aWindow('liar', { terminals: [10, 20, 30] });
    const windows = [all, aWindow('true', { terminals: [20] })];
    const isProven = (id: string): boolean => id === 'true';
    const where = locateSession(session, line, windows, 'liar', isProven);
    assert.deepEqual([where.window?.id, where.terminal], ['true', 20]);
    assert.equal(locateSession(session, line, [all], undefined, isProven).window?.id, 'liar');
  });

  it('is no terminal to type into if only an unproven window or a tab of the client has it', async () => {
    for (const [terminals, isProven, expected] of [
      [[20], true, { window: 'w', terminal: 20 }],
      [[20], false, undefined],
      [[], true, undefined],
    ] as const) {
      const windows = new Windows(() => undefined);
      windows.connect('w');
      windows.setPresence('w', aPresence({ pid: 10, terminals: [...terminals] }));
      const locator = new SessionLocator(
        windows,
        () => Promise.resolve(line),
        () => isProven,
      );
      const found = await locator.terminalOf({ pid: 30, entrypoint: 'claude-vscode' });
      assert.deepEqual(found, expected);
      windows.dispose();
    }
  });

  it("is the client's own extension only for a session that it started", () => {
    const host = aWindow('host', { pid: 10 });
    assert.equal(locateSession(session, line, [host]).reach, 'none');
    const hosted = locateSession({ ...session, entrypoint: 'claude-vscode' }, line, [host]);
    assert.deepEqual([hosted.reach, hosted.window?.id], ['editor', 'host']);
  });
});
