import assert from 'node:assert/strict';
import type { HookEvent } from '../../../src/extension/hub/domain/facts/event';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import type { Board } from '../../../src/shared/protocol/protocol';
import { aHookEvent, sessionId } from '../../support/hub/hooks';

const hour = 3_600_000;
const start = Date.parse('2026-03-02T10:00:00.000Z');

describe('When the clock jumps', () => {
  let now: number;
  let board: LiveBoard;
  let events: HookEvent[];
  beforeEach(() => {
    now = start;
    events = [];
    board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      () => now,
    );
  });
  afterEach(() => board.dispose());

  const state = (): string | undefined => {
    board.flush();
    return board.get(sessionId)?.agentState.state;
  };
  const hook = (event: string, fields = {}): void => {
    events.push(aHookEvent(now, event, fields));
    board.apply(aHookEvent(now, event, fields));
  };
  const scratch = (clock: () => number): LiveBoard =>
    new LiveBoard(() => ({ usd: 0, tokens: 0 }), clock);
  /** Asserts that the board equals one that receives all events only now. */
  const equalsScratch = (): void => {
    const other = scratch(() => now);
    for (const event of events) other.apply(event);
    other.flush();
    board.flush();
    assert.deepEqual(board.snapshot(), other.snapshot());
    other.dispose();
  };
  /** Asserts that the board, except for times, equals one whose clock ran without a jump. */
  const equalsUndisturbed = (): void => {
    let at = start;
    const other = scratch(() => at);
    for (const event of events) other.apply({ ...event, at: (at += 1_000) });
    other.flush();
    board.flush();
    const meaning = ({ sessions }: Board): unknown =>
      sessions.map(({ agentState, title, lastPrompt, pendingRequest }) => [
        agentState,
        title,
        lastPrompt,
        pendingRequest,
      ]);
    assert.deepEqual(meaning(board.snapshot()), meaning(other.snapshot()));
    other.dispose();
  };

  it('back, the next hook is still the newest', () => {
    hook('PreToolUse', { tool_name: 'Bash' });
    assert.equal(state(), 'acting');
    now -= hour;
    hook('Stop');
    assert.equal(state(), 'idle');
    now += 1_000;
    hook('UserPromptSubmit', { prompt: 'Go on' });
    assert.equal(state(), 'thinking');
    equalsUndisturbed();
  });

  it('back by a correction, hooks are told apart by their own times', () => {
    hook('PreToolUse', { tool_name: 'Bash' });
    now += 500;
    hook('Stop');
    now -= 300;
    hook('PostToolUse', { tool_name: 'Bash' });
    assert.equal(state(), 'idle');
    equalsScratch();
  });

  it('ahead, as after a sleep, what was transient has expired and what blocks still does', () => {
    hook('PermissionRequest', { tool_name: 'Bash' });
    now += 8 * hour;
    assert.equal(state(), 'needs_permission');
    hook('PostToolUse', { tool_name: 'Bash' });
    assert.equal(state(), 'thinking');
    now += 8 * hour;
    assert.notEqual(state(), 'thinking');
    equalsScratch();
  });
});
