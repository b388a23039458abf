import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { RowReader, sourceOf, type Row, type Source } from './recording';

/** Approximate delay, in ms, between a transcript line's own time and its arrival on disk. */
const flushDelayMs = 200;

/**
 * The board's states during a recording, one line per change, interleaved with the user's actions.
 */
export function timeline(
  rows: readonly Row[],
  sources: readonly Source[],
  shortIdOf = (sessionId: string): string => sessionId.slice(0, 4),
): string {
  let now = rows[0]?.at ?? 0;
  const start = now;
  const board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => now,
  );
  const reader = new RowReader();
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
  for (const row of delayed(rows)) {
    while (now < row.at) {
      now = Math.min(row.at, now + 20);
      board.flush();
    }
    if (row.mark !== undefined) lines.push(`${time(now)} -- ${row.mark}`);
    const source = sourceOf(row);
    if (source !== undefined && !sources.includes(source)) continue;
    for (const event of reader.events(row)) board.apply(event);
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
