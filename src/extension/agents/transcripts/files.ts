import * as fs from 'node:fs';
import { isMissing } from '../../util/files/isMissing';

/** The session or subagent that a file belongs to, and the kind of its content. */
export type TranscriptKind =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'subagent'; readonly sessionId: string; readonly agentId: string }
  | { readonly kind: 'subagentMeta'; readonly sessionId: string; readonly agentId: string }
  /** The journal in which the client records what the agents of a workflow returned. */
  | { readonly kind: 'workflowJournal'; readonly sessionId: string };

/** The kinds of files that contain transcript entries. */
export type EntriesKind = Extract<TranscriptKind, { kind: 'session' | 'subagent' }>;

/** The agent's id; undefined for a file of the session itself. */
export function agentOf(kind: TranscriptKind): string | undefined {
  return 'agentId' in kind ? kind.agentId : undefined;
}

export function hasEntries(kind: TranscriptKind): kind is EntriesKind {
  return kind.kind === 'session' || kind.kind === 'subagent';
}

/** Identity and size of a file, to detect that it was replaced or has grown. */
export interface FileStamp {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface FoundFile extends FileStamp {
  readonly path: string;
  readonly kind: TranscriptKind;
}

/** Called for an unreadable folder or file; the search continues. */
export type OnUnreadable = (file: string, error: unknown) => void;

/**
 * The stamp of a file; undefined if there is no file at the path. Throws if the file system denies
 * access.
 */
export function stampOf(file: string): FileStamp | undefined {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat === undefined || !stat.isFile() ? undefined : stampIn(stat);
}

/** Lists a folder; empty if there is none or it is unreadable. */
export function listFolder(folder: string, onUnreadable: OnUnreadable): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isMissing(error)) onUnreadable(folder, error);
    return [];
  }
}

/**
 * Returns a file with its stamp, as the same object if it is known and unchanged; undefined if it
 * is gone. Throws as `stampOf` does.
 */
export function foundFile(
  path: string,
  kind: TranscriptKind,
  known?: ReadonlyMap<string, FoundFile>,
): FoundFile | undefined {
  const stamp = stampOf(path);
  const before = known?.get(path);
  if (before !== undefined && isSameStamp(before, stamp)) return before;
  return stamp && { path, kind, ...stamp };
}

/** Converts file system stats to a stamp. */
export function stampIn({ dev, ino, size, mtimeMs }: fs.Stats): FileStamp {
  return { dev, ino, size, mtimeMs };
}

/** Compares two stamps; a missing file equals nothing. */
export function isSameStamp(a: FileStamp | undefined, b: FileStamp | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.dev === b.dev;
}
