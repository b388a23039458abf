import type { ToolResult } from './event';
import type { OpenTool } from './session';
import { turnAt, type WorkFacts } from './signals';

/** Files that an agent's tools changed. Plain data: the cache keeps it. */
export interface FileChanges {
  /** The files that were changed last, the newest at the end. */
  readonly files: readonly FileChange[];
  /** Number of all changed files, also of those that are forgotten. */
  readonly fileCount: number;
  readonly edits: number;
  /** When the last edit was made, in ms since 1970. */
  readonly lastAt?: number | undefined;
}

/** `turns` is the number of turns that changed the file; all of a subagent's are one, and its number is 0. */
export type FileChange = readonly [path: string, edits: number, turns: number, lastTurn: number];

/** The moment of an edit: the number of human prompts before it, and its time in ms since 1970. */
export interface EditMoment {
  readonly turn: number;
  readonly at: number | undefined;
}

/** Paths kept; beyond these the one that was not changed for the longest is forgotten. */
const keptFiles = 40;

export const noChanges: FileChanges = { files: [], fileCount: 0, edits: 0 };

const editTools: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** The file that a tool call is to change; undefined for any other call. */
export function editedFile(name: string, input: unknown): string | undefined {
  if (!editTools.has(name) || typeof input !== 'object' || input === null) return undefined;
  const file =
    'file_path' in input
      ? input.file_path
      : 'notebook_path' in input
        ? input.notebook_path
        : undefined;
  return typeof file === 'string' && file !== '' ? file : undefined;
}

/** Counts the edits whose results say that they were made. */
export function changesAfter(
  before: FileChanges,
  open: readonly OpenTool[],
  results: readonly ToolResult[],
  moment: EditMoment,
): FileChanges {
  let changes = before;
  for (const { toolUseId, isError } of results) {
    const tool = isError ? undefined : open.find(({ id }) => id === toolUseId);
    const file = tool && editedFile(tool.name, tool.input);
    if (file !== undefined) changes = withEdit(changes, file, moment);
  }
  return changes;
}

export function withEdit(
  { files, fileCount, edits, lastAt }: FileChanges,
  file: string,
  { turn, at }: EditMoment,
): FileChanges {
  const known = files.find(([path]) => path === file);
  const others = files.filter((one) => one !== known).slice(known ? 0 : 1 - keptFiles);
  const [, fileEdits, turns, lastTurn] = known ?? [file, 0, 0, -1];
  const turnsNow = turns + (lastTurn === turn ? 0 : 1);
  return {
    files: [...others, [file, fileEdits + 1, turnsNow, turn]],
    fileCount: fileCount + (known ? 0 : 1),
    edits: edits + 1,
    lastAt: at ?? lastAt,
  };
}

/**
 * Joins the changes of a session and its subagents; a file that several changed counts once. Of its
 * turns those of one that counted the most are told: nobody knows which of them were the same.
 */
export function mergeChanges(all: readonly FileChanges[]): FileChanges {
  const merged = new Map<string, FileChange>();
  let [hidden, edits] = [0, 0];
  for (const changes of all) {
    for (const [file, count, turns, lastTurn] of changes.files) {
      const [, known, knownTurns, knownLast] = merged.get(file) ?? [file, 0, 0, 0];
      const [most, last] = [Math.max(turns, knownTurns), Math.max(lastTurn, knownLast)];
      merged.set(file, [file, count + known, most, last]);
    }
    hidden += changes.fileCount - changes.files.length;
    edits += changes.edits;
  }
  const times = all.flatMap(({ lastAt }) => (lastAt === undefined ? [] : [lastAt]));
  return {
    files: [...merged.values()],
    fileCount: merged.size + hidden,
    edits,
    ...(times.length > 0 && { lastAt: Math.max(...times) }),
  };
}

/** A subagent's changes, told of the turn in which it made the last of them. */
export function changesInTurn(changes: FileChanges, turn: number): FileChanges {
  const files = changes.files.map(([path, edits, turns]): FileChange => [path, edits, turns, turn]);
  return { ...changes, files };
}

/** The files that a session changed, its subagents' included. */
export function sessionChanges(facts: WorkFacts): FileChanges {
  const { transcript, subagentFiles } = facts;
  const all = [...subagentFiles.values()]
    .filter(({ changes }) => changes.edits > 0)
    .map(({ changes, lastAt }) => changesInTurn(changes, turnAt(facts, changes.lastAt ?? lastAt)));
  if (transcript !== undefined) all.unshift(transcript.changes);
  const [first, second] = all.filter(({ edits }) => edits > 0);
  return second === undefined ? (first ?? noChanges) : mergeChanges(all);
}
