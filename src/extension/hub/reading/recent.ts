import type { FoundFile } from '../../agents/transcripts/files';

/** Period of activity of the sessions that the board shows, in ms. */
const recentMs = 7 * 24 * 60 * 60_000;
/** Number of newest sessions that are shown regardless of their last activity. */
const minShown = 100;
/** Maximum number of shown sessions. */
const maxShown = 300;

const nothing: ReadonlySet<string> = new Set();

/**
 * Returns the files of the most recently active sessions and of all pinned ones, with those of
 * subagents, latest session first.
 */
export function recentFiles(
  found: readonly FoundFile[],
  now: number,
  pinned: ReadonlySet<string> = nothing,
): FoundFile[] {
  const lastAt = new Map<string, number>();
  for (const { kind, mtimeMs } of found) {
    if (kind.kind !== 'session') continue;
    lastAt.set(kind.sessionId, Math.max(lastAt.get(kind.sessionId) ?? 0, mtimeMs));
  }
  const newest = [...lastAt].sort((a, b) => b[1] - a[1]);
  const isRecent = (at: number, place: number): boolean =>
    place < maxShown && (place < minShown || now - at < recentMs);
  const shown = newest.filter(
    ([sessionId, at], place) => isRecent(at, place) || pinned.has(sessionId),
  );
  const rank = new Map(shown.map(([sessionId], place) => [sessionId, place]));
  const rankOf = ({ kind }: FoundFile): number => rank.get(kind.sessionId) ?? -1;
  return found
    .filter((file) => rankOf(file) >= 0)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.mtimeMs - a.mtimeMs);
}
