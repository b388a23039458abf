import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { RowReader, sourceOf, type Row, type Source } from './recording';

/** Approximate delay, in ms, between a transcript line's own time and its arrival on disk. */
const flushDelayMs = 200;

/** A moment of a recording, with the events that the hub makes of it. */
export interface TimelineStep {
  readonly at: number;
  /** Set for an action of the user. */
  readonly mark?: string | undefined;
  readonly events: () => readonly DomainEvent[];
}

/**
 * The board's states during a recording, one line per change, interleaved with the user's actions.
 */
export function timeline(
  rows: readonly Row[],
  sources: readonly Source[],
  shortIdOf?: (sessionId: string) => string,
): string {
  const reader = new RowReader();
  const steps = delayed(rows).map((row): TimelineStep => {
    const source = sourceOf(row);
    const isWanted = source === undefined || sources.includes(source);
    return { at: row.at, mark: row.mark, events: () => (isWanted ? reader.events(row) : []) };
  });
  return timelineOf(steps, shortIdOf, rows[0]?.at);
}

/** The board's states during these steps, which are in the order of their times. */
export function timelineOf(
  steps: readonly TimelineStep[],
  shortIdOf = (sessionId: string): string => sessionId.slice(0, 4),
  startedAt = steps[0]?.at ?? 0,
): string {
  let now = startedAt;
  const start = now;
  const board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => now,
  );
  const lines: string[] = [];
  const last = new Map<string, string>();
  board.onDidChange(({ changed, removed }) => {
    for (const id of removed) lines.push(`${time(now)} ${shortIdOf(id)} removed`);
    for (const session of changed) {
      const { sessionId, agentState } = session;
      const { group, state, label, source } = agentState;
      const shortId = shortIdOf(sessionId);
      const line = `${shortId} ${group} ${state} "${label.text}" (${source})${ends(session)}`;
      if (last.get(sessionId) === line) continue;
      last.set(sessionId, line);
      lines.push(`${time(now)} ${line}`);
    }
  });
  const time = (at: number): string => ((at - start) / 1000).toFixed(2).padStart(6);
  const ends = ({ pendingRequest: request, expired }: LiveSession): string =>
    [
      request?.onlyHere === true ? ' only here' : '',
      request?.deadline === undefined
        ? ''
        : ` ${request.deadline.outcome} at ${time(Date.parse(request.deadline.dueAt)).trim()}`,
      expired === undefined ? '' : ` after "${expired.label.text}"`,
    ].join('');
  for (const { at, mark, events } of steps) {
    while (now < at) {
      now = Math.min(at, now + 20);
      board.flush();
    }
    if (mark !== undefined) lines.push(`${time(now)} -- ${mark}`);
    for (const event of events()) board.apply(event);
    board.flush();
  }
  for (let step = 0; step < 100; step += 1) {
    now += 20;
    board.flush();
  }
  board.dispose();
  return `${lines.join('\n')}\n`;
}

function delayed(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => (row.file === undefined ? row : { ...row, at: row.at + flushDelayMs }))
    .sort((a, b) => a.at - b.at);
}
