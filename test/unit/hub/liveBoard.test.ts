import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import { emptyTranscript, foldLine } from '../../../src/extension/hub/domain/facts/transcriptFold';
import { transcriptReadEvent } from '../../../src/extension/transcript/fold/fold';
import { emptyCallKeeper } from '../../../src/extension/hub/board/callKeeper';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import type { BoardUpdate } from '../../../src/extension/hub/serve/liveStream';
import { compareSessions } from '../../../src/shared/board/boardOrder';
import type { Board } from '../../../src/shared/protocol/protocol';
import { aHookEvent } from '../../support/hub/hooks';
import { start } from '../../support/hub/story';
import { recording, recordingNames, RowReader } from '../../support/recordings/recording';
import { until } from '../../support/until';

function assertCountsEqualLists({ sessions, summary }: Board): void {
  const count = (group: string): number =>
    sessions.filter(({ agentState }) => agentState.group === group).length;
  assert.deepEqual(
    [summary.needsYouCount, summary.autonomousCount, summary.deliveredCount],
    [count('needs_you'), count('autonomous'), count('delivered')],
  );
}

describe('The board', () => {
  let now: number;
  let today: { usd: number; tokens: number };
  let board: LiveBoard;
  let updates: BoardUpdate[];

  beforeEach(() => {
    now = start;
    today = { usd: 0, tokens: 0 };
    updates = [];
    board = new LiveBoard(
      () => today,
      () => now,
    );
    board.onDidChange((update) => updates.push(update));
  });
  afterEach(() => board.dispose());

  const hook = (sessionId: string, event: string, fields = {}): DomainEvent =>
    aHookEvent(now, event, { session_id: sessionId, ...fields });
  const idsOf = (update: BoardUpdate | undefined): string[] =>
    (update?.changed ?? []).map(({ sessionId }) => sessionId);
  const seen = (sessionId: string, pid: number, status?: 'idle'): DomainEvent => ({
    type: 'processSeen',
    sessionId,
    at: now,
    process: { pid, status, statusAt: now, startedAt: now },
  });

  it('tells a burst of events as one change', async () => {
    for (const id of ['a', 'b', 'c']) board.apply(hook(id, 'SessionStart'));
    board.apply(hook('b', 'UserPromptSubmit', { prompt: 'Go' }));
    assert.equal(updates.length, 0);
    await turn();
    assert.equal(updates.length, 1);
    assert.deepEqual(idsOf(updates[0]), ['a', 'c', 'b']);
    assert.equal(updates[0]?.summary?.needsYouCount, 2);
  });

  it('adds the fields of its parts to cards, each over those of the parts before it', () => {
    board.add({ fieldsOf: ({ title }) => ({ title: `${title} on` }) });
    board.add({ fieldsOf: ({ title }) => ({ title: `${title}!`, pinned: true }) });
    board.apply(hook('a', 'UserPromptSubmit', { prompt: 'Go' }));
    board.flush();
    const { title, pinned } = board.get('a') ?? {};
    assert.deepEqual([title, pinned], ['Go on!', true]);
  });

  it('adds the fields of its parts to the summary', () => {
    let stranded = ['a'];
    board.add({ summaryAt: () => ({ stranded }) });
    assert.deepEqual(board.snapshot().summary.stranded, ['a']);
    stranded = ['a', 'b'];
    board.flush();
    assert.deepEqual(updates.at(-1)?.summary?.stranded, ['a', 'b']);
  });

  it('takes the card of a session that is history away, and all that was known of it', async () => {
    board.apply(hook('a', 'SessionStart'));
    board.apply(hook('b', 'SessionStart'));
    board.flush();
    board.forget('a');
    await turn();
    assert.deepEqual(updates.at(-1)?.removed, ['a']);
    assert.equal(updates.at(-1)?.summary?.needsYouCount, 1);
    assert.deepEqual([board.isKnown('a'), board.isKnown('b')], [false, true]);
    assertCountsEqualLists(board.snapshot());
    board.forget('never seen');
    board.flush();
    assert.equal(updates.length, 2);
  });

  it('tells how far the first reading has come, and that it is over', async () => {
    const scan = { doneBytes: 1, totalBytes: 2, todayIsKnown: false };
    board.onSpending(scan);
    await turn();
    assert.deepEqual(updates.at(-1)?.summary?.scan, scan);
    today = { usd: 2, tokens: 3 };
    board.onSpending(undefined);
    await turn();
    assert.deepEqual(board.snapshot().summary, {
      needsYouCount: 0,
      autonomousCount: 0,
      deliveredCount: 0,
      totalCostTodayUsd: 2,
      totalTokensToday: 3,
    });
    assert.equal(updates.length, 2);
  });

  it('refreshes no card for settings that were read again and are the same', async () => {
    let refreshed = 0;
    const calls = { hasCalls: () => ((refreshed += 1), false) };
    const counting = new LiveBoard(
      () => today,
      () => now,
      undefined,
      undefined,
      { ...emptyCallKeeper, ...calls },
    );
    const read = (denies: boolean): DomainEvent => {
      const settings = { denies, questionMs: undefined };
      return { type: 'dialogSettings', sessionId: 'a', at: now, settings };
    };
    const refreshesAfter = async (event: DomainEvent): Promise<number> => {
      refreshed = 0;
      counting.apply(event);
      await turn();
      return refreshed;
    };
    assert.equal(await refreshesAfter(hook('a', 'SessionStart')), 1);
    assert.equal(await refreshesAfter(read(true)), 1);
    assert.equal(await refreshesAfter(read(true)), 0);
    assert.equal(await refreshesAfter(read(false)), 1);
    counting.dispose();
  });

  it('tells nothing where nothing shows', async () => {
    board.apply(hook('a', 'FromTheFuture'));
    board.apply(seen('stranger', 7));
    await turn();
    assert.deepEqual(updates, []);
    assert.deepEqual(board.snapshot().sessions, []);
  });

  it('leaves the summary out while it is the same', async () => {
    board.apply(hook('a', 'UserPromptSubmit', { prompt: 'Go' }));
    await turn();
    board.apply(hook('a', 'PreToolUse', { tool_name: 'Bash' }));
    await turn();
    assert.deepEqual(idsOf(updates[1]), ['a']);
    assert.equal(updates[1]?.summary, undefined);
  });

  it('tells a new cost of the day though no session changed', () => {
    today = { usd: 1.5, tokens: 10 };
    board.flush();
    assert.deepEqual(updates[0]?.changed, []);
    assert.equal(updates[0]?.summary?.totalCostTodayUsd, 1.5);
    assert.equal(updates[0]?.summary?.totalTokensToday, 10);
  });

  it('begins a new day at midnight, though nobody tells anything', async () => {
    const midnight = new Date(2026, 5, 11).getTime();
    let before: number | undefined;
    const passed = (): number => (before === undefined ? 0 : performance.now() - before);
    const clock = (): number => midnight - 50 + passed();
    const spent = { usd: 1.5, tokens: 10 };
    board.dispose();
    board = new LiveBoard((at) => (at < midnight ? spent : today), clock);
    const totals: (number | undefined)[] = [];
    board.onDidChange(({ summary }) => totals.push(summary?.totalTokensToday));
    board.flush();
    before = performance.now();
    await until(
      () => totals,
      (some) => assert.deepEqual(some, [10, 0]),
    );
  });

  it('shows what time alone changes', () => {
    board.apply(hook('a', 'UserPromptSubmit', { prompt: 'Go' }));
    board.flush();
    now += 59_999;
    board.flush();
    assert.equal(updates.length, 1);
    now += 1;
    board.flush();
    assert.equal(updates[1]?.changed[0]?.agentState.source, 'fallback');
  });

  it('reads what came meanwhile before it believes a clock that the machine stood still by', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      board.apply(hook('a', 'UserPromptSubmit', { prompt: 'Go' }));
      board.apply({
        type: 'processSeen',
        sessionId: 'a',
        at: now,
        process: { pid: 7, status: 'idle', statusAt: now - 1, startedAt: now - 1 },
      });
      board.flush();
      now += 5_000; // After 2 s the registry would prevail.
      mock.timers.tick(2_000);
      assert.equal(updates.length, 1);
      board.apply({
        type: 'processSeen',
        sessionId: 'a',
        at: now,
        process: { pid: 7, status: 'busy', statusAt: start, startedAt: start - 1 },
      });
      mock.timers.tick(1_000);
      assert.ok(updates.every(({ changed }) => changed[0]?.agentState.group !== 'needs_you'));
      assert.equal(board.get('a')?.agentState.state, 'thinking');
    } finally {
      mock.timers.reset();
    }
  });

  it('shows a process without a status only when it stays', () => {
    board.apply(seen('resuming', 7));
    board.flush();
    assert.deepEqual(board.snapshot().sessions, []);
    now += 2_000;
    board.flush();
    assert.deepEqual(idsOf(updates[0]), ['resuming']);
  });

  it('never shows the id that a resumed client bears for a moment', () => {
    board.apply(seen('random', 7));
    now += 50;
    board.apply({ type: 'processGone', sessionId: 'random', at: now, pid: 7, how: 'moved' });
    board.apply(seen('resumed', 7, 'idle'));
    board.flush();
    now += 10_000;
    board.flush();
    assert.deepEqual(
      board.snapshot().sessions.map(({ sessionId }) => sessionId),
      ['resumed'],
    );
  });

  it('removes a session whose transcript is empty again', () => {
    const empty = emptyTranscript('/p/a.jsonl');
    const facts = foldLine(empty, now, { kind: 'prompt', text: 'Go', human: true });
    board.apply(transcriptReadEvent('a', facts, now));
    board.flush();
    board.apply(transcriptReadEvent('a', empty, now));
    board.flush();
    assert.deepEqual(updates[1]?.removed, ['a']);
    assert.equal(updates[1]?.summary?.autonomousCount, 0);
    assert.deepEqual(board.snapshot().sessions, []);
  });

  it('keeps one live card for a process that begins a new conversation', () => {
    board.apply(seen('first', 7, 'idle'));
    now += 1_000;
    board.apply(hook('first', 'SessionEnd', { reason: 'clear' }));
    board.apply({ type: 'processGone', sessionId: 'first', at: now, pid: 7, how: 'moved' });
    board.apply(seen('second', 7, 'idle'));
    board.apply(hook('second', 'SessionStart', { source: 'clear' }));
    const { sessions } = board.snapshot();
    assert.deepEqual(
      sessions.map(({ sessionId, agentState, pid }) => [sessionId, agentState.group, pid]),
      [
        ['second', 'needs_you', 7],
        ['first', 'delivered', undefined],
      ],
    );
  });

  it('says whether a session would take a prompt now, whatever was told or has passed since', () => {
    const rest = (): number | undefined => board.rest('a')?.since;
    board.apply(seen('a', 7, 'idle'));
    assert.equal(rest(), start, 'told, not shown yet');
    board.flush();
    now += 1_500;
    assert.equal(rest(), start);
    const background_tasks = [{ id: 'b1', type: 'shell' }];
    board.apply(hook('a', 'Stop', { background_tasks }));
    assert.equal(rest(), undefined);
    board.flush();
    now += 10 * 60_000;
    assert.equal(rest(), now, 'The time of its shell is over, though nothing has told so');
    board.forget('a');
    assert.equal(rest(), undefined);
  });

  it('joins what is in line for a session, by the rest of the same moment', () => {
    board.add({
      fieldsOf: ({ sessionId }) => ({
        prompting: {
          ...(board.rest(sessionId) === undefined && { waitsFor: 'turn' }),
          prompts: [],
        },
      }),
    });
    const waitsFor = (): string | undefined => board.get('a')?.prompting?.waitsFor;
    board.apply(seen('a', 7, 'idle'));
    board.flush();
    assert.equal(waitsFor(), undefined);
    board.apply(hook('a', 'UserPromptSubmit', { prompt: 'Go' }));
    board.flush();
    assert.equal(waitsFor(), 'turn');
  });

  it('is silent once it is disposed', async () => {
    board.apply(hook('a', 'SessionStart'));
    board.dispose();
    await turn();
    assert.deepEqual(updates, []);
  });

  for (const name of recordingNames()) {
    it(`counts what it lists, in its order, at every step of ${name}`, () => {
      const reader = new RowReader();
      for (const row of recording(name)) {
        now = row.at;
        for (const event of reader.events(row)) board.apply(event);
        const snapshot = board.snapshot();
        assertCountsEqualLists(snapshot);
        assert.deepEqual(snapshot.sessions, [...snapshot.sessions].sort(compareSessions));
      }
      assert.ok(updates.length > 0);
    });
  }
});
