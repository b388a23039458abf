import assert from 'node:assert/strict';
import { LiveBoard } from '../../../src/extension/hub/liveBoard';
import { aHookEvent, sessionId } from '../../support/hub/hooks';

const hour = 3_600_000;
const start = Date.parse('2026-03-02T10:00:00.000Z');

describe('When the clock jumps', () => {
  let now: number;
  let board: LiveBoard;
  beforeEach(() => {
    now = start;
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
  const hook = (event: string, fields = {}): void => board.apply(aHookEvent(now, event, fields));

  it('back, the next hook is still the newest', () => {
    hook('PreToolUse', { tool_name: 'Bash' });
    assert.equal(state(), 'acting');
    now -= hour;
    hook('Stop');
    assert.equal(state(), 'idle');
    now += 1_000;
    hook('UserPromptSubmit', { prompt: 'Go on' });
    assert.equal(state(), 'thinking');
  });

  it('back by a correction, hooks are told apart by their own times', () => {
    hook('PreToolUse', { tool_name: 'Bash' });
    now += 500;
    hook('Stop');
    now -= 300;
    hook('PostToolUse', { tool_name: 'Bash' });
    assert.equal(state(), 'idle');
  });

  it('ahead, as after a sleep, what was transient has expired and what blocks still does', () => {
    hook('PermissionRequest', { tool_name: 'Bash' });
    now += 8 * hour;
    assert.equal(state(), 'needs_permission');
    hook('PostToolUse', { tool_name: 'Bash' });
    assert.equal(state(), 'thinking');
    now += 8 * hour;
    assert.notEqual(state(), 'thinking');
  });
});
