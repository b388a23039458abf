import assert from 'node:assert/strict';
import type { DomainEvent, ProcessRecord } from '../../../src/extension/hub/domain/facts/event';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import type { TranscriptEntry } from '../../../src/extension/hub/domain/facts/transcriptEntry';
import { aHookEvent } from '../../support/hub/hooks';
import { start } from '../../support/hub/story';
import { FoldedLines, parsedLine } from '../../support/transcript/foldedLines';

const lead = '61cc3829-f300-4f26-aa79-39d593a0926d';
const mate = '6ef903ff-c56d-43bb-b635-4cfe98ab2105';
const team = { teamName: 'session-61cc3829', agentName: 'worker' } as const;

describe('A board of sessions that belong together', () => {
  let now: number;
  let board: LiveBoard;
  let lines: FoldedLines;

  beforeEach(() => {
    now = start;
    lines = new FoldedLines();
    board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      () => now,
    );
  });
  afterEach(() => board.dispose());

  const apply = (...events: readonly DomainEvent[]): void => {
    for (const event of events) board.apply(event);
    board.flush();
  };
  const hook = (sessionId: string, event: string, fields = {}): void =>
    apply(aHookEvent(now, event, { session_id: sessionId, ...fields }));
  const seen = (sessionId: string, fields: Partial<ProcessRecord>): void =>
    apply({
      type: 'processSeen',
      sessionId,
      at: now,
      process: { pid: 7, statusAt: now, startedAt: now, kind: 'interactive', ...fields },
    });
  const write = (sessionId: string, entry: TranscriptEntry): void => {
    const path = `/projects/p/${sessionId}.jsonl`;
    apply(...lines.read({ path, sessionId }, parsedLine(entry, now), now));
  };
  const shown = (): string[] => board.snapshot().sessions.map(({ sessionId }) => sessionId);
  const after = (ms: number): void => {
    now += ms;
    board.flush();
  };

  describe('with one that the client keeps in reserve', () => {
    const spare = { kind: 'bg', jobId: 'dcb6674a', isSpare: true, status: 'idle' } as const;

    it('has no card of it, whichever signal comes first, nor when it is gone', () => {
      hook(mate, 'SessionStart', { agent_type: 'claude' });
      assert.deepEqual(shown(), []);
      seen(mate, spare);
      after(60_000);
      assert.deepEqual(shown(), []);
      apply({ type: 'processGone', sessionId: mate, at: now, pid: 7, how: 'exited' });
      hook(mate, 'SessionEnd', { reason: 'other' });
      assert.deepEqual(shown(), []);
    });

    it('has a card of it once it gets a prompt', () => {
      seen(mate, spare);
      hook(mate, 'UserPromptSubmit', { prompt: 'Go' });
      assert.deepEqual(shown(), [mate]);
    });

    it('has a card of it once it is a session like others', () => {
      seen(mate, spare);
      seen(mate, { ...spare, isSpare: false });
      assert.deepEqual(shown(), [mate]);
    });

    it('has a card of an agent’s session whose registry file is there, or never comes', () => {
      hook(lead, 'SessionStart', { agent_type: 'reviewer' });
      seen(lead, { status: 'idle' });
      hook(mate, 'SessionStart', { agent_type: 'reviewer' });
      assert.deepEqual(shown(), [lead]);
      after(10_000);
      assert.deepEqual(shown(), [lead, mate]);
    });
  });

  describe('with a teammate in a pane of its own', () => {
    const spawn = (): void => {
      seen(lead, { status: 'busy' });
      hook(lead, 'UserPromptSubmit', { prompt: 'Go' });
      hook(lead, 'PostToolUse', {
        tool_name: 'Agent',
        tool_input: { name: 'worker', description: 'Works' },
        tool_response: {
          status: 'teammate_spawned',
          name: 'worker',
          agent_id: 'worker@session-61cc3829',
          tmux_pane_id: '%3',
          team_name: 'session-61cc3829',
        },
      });
    };
    const listed = { id: 't1', type: 'teammate', status: 'running', description: 'Works' };
    const begin = (): void => {
      after(1_000);
      hook(mate, 'SessionStart', { agent_type: 'general-purpose' });
      after(1_000);
      write(mate, { kind: 'prompt', text: 'Go', human: false, ...team });
    };
    const rest = (): void => {
      after(2_000);
      hook(mate, 'Stop', { background_tasks: [] });
    };
    const labelOf = (sessionId: string): string | undefined =>
      board.get(sessionId)?.agentState.label.text;
    const rows = (): unknown =>
      board.get(lead)?.subagents.map(({ agentId, agentType, description, state }) => ({
        agentId,
        agentType,
        description,
        state,
      }));

    it('shows it beneath its lead, and nowhere else', () => {
      spawn();
      begin();
      const row = { agentId: mate, agentType: 'worker', description: 'Works' };
      assert.deepEqual(shown(), [lead]);
      assert.deepEqual(rows(), [{ ...row, state: 'running' }]);
      rest();
      assert.deepEqual(shown(), [lead]);
      assert.deepEqual(rows(), [{ ...row, state: 'idle' }]);
      assert.equal(board.isLive(mate), true);
    });

    it('waits with its lead while it works, though it has not begun', () => {
      spawn();
      hook(lead, 'Stop', { background_tasks: [listed] });
      assert.equal(labelOf(lead), 'Waiting for teammate worker');
      begin();
      assert.equal(labelOf(lead), 'Waiting for teammate worker');
      rest();
      after(1_000);
      assert.equal(labelOf(lead), 'Waiting for your next prompt');
      after(60_000);
      assert.equal(labelOf(lead), 'Waiting for your next prompt');
    });

    it('waits no longer for one that never begins', () => {
      spawn();
      hook(lead, 'Stop', { background_tasks: [listed] });
      after(30_000);
      assert.equal(labelOf(lead), 'Waiting for your next prompt');
    });

    it('says which call it asks for, by its lead’s inbox', () => {
      spawn();
      begin();
      hook(mate, 'PreToolUse', { tool_name: 'Write', tool_use_id: 'w', tool_input: { a: 1 } });
      const tool = { id: 'w', name: 'Write', input: { a: 1 }, at: now };
      apply({
        type: 'teammateAsked',
        sessionId: lead,
        at: now,
        request: { teammate: 'worker', tool },
      });
      after(500);
      seen(lead, { status: 'waiting', waitingFor: 'permission prompt' });
      const { agentState, pendingRequest } = board.get(lead) ?? {};
      assert.equal(agentState?.label.text, 'Needs permission: Write (worker subagent)');
      assert.deepEqual([pendingRequest?.agentId, pendingRequest?.toolInput], [mate, { a: 1 }]);
      hook(mate, 'PostToolUse', { tool_name: 'Write', tool_use_id: 'w' });
      assert.equal(board.get(lead)?.pendingRequest, undefined);
    });

    it('ends at rest where it rested, and cut off where it worked', () => {
      for (const rested of [true, false]) {
        now = start;
        board.forget(lead);
        board.forget(mate);
        spawn();
        begin();
        if (rested) rest();
        hook(lead, 'Stop', { background_tasks: [listed] });
        after(2_000);
        apply({ type: 'processGone', sessionId: lead, at: now, pid: 7, how: 'exited' });
        hook(lead, 'SessionEnd', { reason: 'prompt_input_exit' });
        hook(mate, 'SessionEnd', { reason: 'other' });
        const end = rested ? 'Session closed' : 'Session closed while working';
        assert.equal(labelOf(lead), end);
        assert.deepEqual(shown(), [lead]);
      }
    });

    it('shows it as a session of its own where its lead was killed, until that runs again', () => {
      spawn();
      begin();
      after(1_000);
      apply({ type: 'processGone', sessionId: lead, at: now, pid: 7, how: 'killed' });
      assert.deepEqual(new Set(shown()), new Set([lead, mate]));
      assert.deepEqual(rows(), []);
      assert.equal(board.get(mate)?.agentState.group, 'autonomous');
      rest();
      assert.equal(labelOf(mate), 'Waiting for your next prompt');
      seen(lead, { pid: 8, status: 'idle' });
      assert.deepEqual(shown(), [lead]);
    });

    it('keeps it beneath a killed lead where it ended itself', () => {
      spawn();
      begin();
      rest();
      hook(mate, 'SessionEnd', { reason: 'other' });
      apply({ type: 'processGone', sessionId: lead, at: now, pid: 7, how: 'killed' });
      assert.deepEqual(shown(), [lead]);
    });

    it('shows it beneath the session that started it, of two whose ids begin alike', () => {
      const other = '61cc3829-0000-4000-8000-000000000000';
      hook(other, 'UserPromptSubmit', { prompt: 'Go' });
      begin();
      assert.deepEqual(board.get(other)?.subagents.length, 1);
      hook(lead, 'UserPromptSubmit', { prompt: 'Go' });
      assert.deepEqual(new Set(shown()), new Set([other, lead, mate]));
      spawn();
      assert.deepEqual(new Set(shown()), new Set([other, lead]));
      assert.deepEqual(board.get(other)?.subagents, []);
      assert.equal(board.get(lead)?.subagents.length, 1);
    });

    it('has a card of it once a person takes it up', () => {
      spawn();
      begin();
      rest();
      assert.deepEqual(shown(), [lead]);
      seen(mate, { pid: 9, status: 'idle' });
      assert.deepEqual(new Set(shown()), new Set([lead, mate]));
      assert.deepEqual(rows(), []);
      apply({ type: 'processGone', sessionId: mate, at: now, pid: 9, how: 'exited' });
      assert.deepEqual(shown(), [lead]);
    });

    it('has a card of it while it asks its person itself', () => {
      spawn();
      begin();
      const call = { tool_name: 'Bash', tool_use_id: 'b', tool_input: { command: 'make' } };
      hook(mate, 'PermissionRequest', call);
      assert.deepEqual(new Set(shown()), new Set([lead, mate]));
      hook(mate, 'PostToolUse', call);
      assert.deepEqual(shown(), [lead]);
    });

    it('shows it as a session of its own where its lead is not there', () => {
      begin();
      assert.deepEqual(shown(), [mate]);
      spawn();
      assert.deepEqual(shown(), [lead]);
      board.forget(lead);
      board.flush();
      assert.deepEqual(shown(), [mate]);
    });
  });

  describe('with one that was moved to the background', () => {
    const move = (): void => {
      write(lead, { kind: 'prompt', text: 'Go', human: true });
      write(lead, { kind: 'continuedIn', sessionId: mate });
    };

    it('has one card of both, once the other is there', () => {
      seen(lead, { status: 'idle' });
      move();
      assert.deepEqual(shown(), [lead]);
      apply({ type: 'processGone', sessionId: lead, at: now, pid: 7, how: 'exited' });
      assert.deepEqual(shown(), [lead]);
      seen(mate, { pid: 8, kind: 'bg', jobId: '6ef903ff' });
      after(300);
      assert.deepEqual(shown(), [mate]);
      assert.equal(board.get(mate)?.background?.jobId, '6ef903ff');
    });

    it('has a card of at least one where each says that the other goes on with it', () => {
      move();
      write(mate, { kind: 'prompt', text: 'Go', human: true });
      write(mate, { kind: 'continuedIn', sessionId: lead });
      assert.deepEqual(shown(), [mate]);
    });

    it('has a card of one that says that it goes on with itself', () => {
      write(mate, { kind: 'prompt', text: 'Go', human: true });
      write(mate, { kind: 'continuedIn', sessionId: mate });
      assert.deepEqual(shown(), [mate]);
    });

    it('has two cards once a person goes on with the first one', () => {
      move();
      write(mate, { kind: 'prompt', text: 'Go', human: true });
      assert.deepEqual(shown(), [mate]);
      after(1_000);
      write(lead, { kind: 'prompt', text: 'Again', human: true });
      assert.deepEqual(new Set(shown()), new Set([lead, mate]));
    });
  });
});
