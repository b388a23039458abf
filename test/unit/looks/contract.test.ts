import assert from 'node:assert/strict';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { compareSessions } from '../../../src/shared/board/boardOrder';
import type { Digest } from '../../../src/shared/protocol/looks';
import type { Board } from '../../../src/shared/protocol/protocol';
import { aHookEvent } from '../../support/hub/hooks';

const digest: Digest = {
  since: '2026-03-02T14:00:00.000Z',
  pullsOpened: 0,
  pullsMerged: 0,
  pushed: 0,
  committed: 0,
  finished: 1,
  failingTests: 0,
  sessionIds: [],
};

const events = ['UserPromptSubmit', 'PermissionRequest', 'Stop', 'PostToolUse', 'SessionEnd'];

/** Pseudorandom numbers that are the same in each run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

describe('Looks on a board', () => {
  it('never change a group, state, count or order', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const pick = chance(seed);
      const looks = {
        fieldsOf: () => (pick(2) === 0 ? { unseen: true as const } : {}),
        summaryAt: () => (pick(2) === 0 ? { digest } : {}),
      };
      const boards = [
        new LiveBoard(() => ({ usd: 0, tokens: 0 })),
        new LiveBoard(() => ({ usd: 0, tokens: 0 })),
      ];
      boards[1]?.add(looks);
      for (let step = 0; step < 60; step += 1) {
        const session_id = `session-${pick(6)}`;
        const name = events[pick(events.length)] ?? 'Stop';
        const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, prompt: 'Go' };
        const event = aHookEvent(step * 1_000, name, { session_id, ...tool });
        for (const board of boards) board.apply(event);
        if (pick(3) === 0) for (const board of boards) board.flush();
      }
      const [without, withLooks] = boards.map((board) => plain(board.snapshot()));
      assert.deepEqual(withLooks, without, `seed ${seed}`);
      for (const board of boards) board.dispose();
    }
  });

  it('are ignored in comparisons of sessions', () => {
    const board = new LiveBoard(() => ({ usd: 0, tokens: 0 }));
    for (const id of ['a', 'b']) board.apply(aHookEvent(0, 'Stop', { session_id: id }));
    const [a, b] = board.snapshot().sessions;
    assert(a && b);
    const unseen = { ...b, unseen: true };
    assert.equal(compareSessions(a, unseen), compareSessions(a, b));
    board.dispose();
  });
});

function plain({ sessions, summary: { digest: _digest, ...summary } }: Board): unknown {
  return { sessions: sessions.map(({ unseen: _unseen, ...session }) => session), summary };
}
