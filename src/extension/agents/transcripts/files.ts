import * as fs from 'node:fs';

/** The session or subagent that a file belongs to, and what stands in it. */
export type TranscriptKind =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'subagent'; readonly sessionId: string; readonly agentId: string }
  | { readonly kind: 'subagentMeta'; readonly sessionId: string; readonly agentId: string }
  /** The file in which the client notes what the agents of a workflow returned. */
  | { readonly kind: 'workflowJournal'; readonly sessionId: string };

/** The kind of a file of transcript entries. */
export type EntriesKind = Extract<TranscriptKind, { kind: 'session' | 'subagent' }>;

/** Undefined for a file of the session itself. */
export function agentOf(kind: TranscriptKind): string | undefined {
  return 'agentId' in kind ? kind.agentId : undefined;
}

export function hasEntries(kind: TranscriptKind): kind is EntriesKind {
  return kind.kind === 'session' || kind.kind === 'subagent';
}

/** Identity and size of a file: whether it is still the one that was read, and whether there is more in it. */
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

/** Called for a folder or file that cannot be read; the others are found all the same. */
export type OnUnreadable = (file: string, error: unknown) => void;

/** Undefined for what is not there, or not a file. Throws where nobody may look. */
export function stampOf(file: string): FileStamp | undefined {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat === undefined || !stat.isFile() ? undefined : stampIn(stat);
}

/** The stamp in what the file system says of a file. */
export function stampIn({ dev, ino, size, mtimeMs }: fs.Stats): FileStamp {
  return { dev, ino, size, mtimeMs };
}

/** Compares two stamps; a missing file equals nothing. */
export function isSameStamp(a: FileStamp | undefined, b: FileStamp | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.dev === b.dev;
}
