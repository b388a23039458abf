import { fileIn } from '../../../../shared/agents/inputs';
import { isFileEdit, isShellTool } from '../../../../shared/agents/tools';
import { absolutePath } from './absolutePath';
import { ChangeTable, type ChangedFiles, type FileChange } from './changeTable';
import type { ToolResult } from './transcriptEntry';
import type { OpenTool } from './session';
import { sessionTurnAt, type WorkFacts } from './signals';

/** Files that an agent's tools changed. Plain data, because the transcript cache stores it. */
export interface FileChanges {
  /** The most recently changed files, at most `maxChangedFiles`, newest last. */
  readonly files: ChangedFiles;
  /** Number of all changed files, including those dropped from `files`. */
  readonly fileCount: number;
  readonly edits: number;
  /** Time of the last edit, in ms since 1970. */
  readonly lastAt?: number | undefined;
}

/** When an edit happened: the number of human prompts before it, and the time in ms since 1970. */
export interface EditMoment {
  readonly turn: number;
  readonly at: number | undefined;
  /** The agent's folder, if known, against which relative paths are resolved. */
  readonly cwd?: string | undefined;
  /** Start of the shell command that made the edit. */
  readonly since?: number | undefined;
}

/** Maximum number of paths to retain; beyond it, the least recently changed one is dropped. */
export const maxChangedFiles = 400;

export const noChanges: FileChanges = { files: ChangeTable.empty, fileCount: 0, edits: 0 };

/** The file that a tool call will change; undefined for any other call. */
export function editedFile(name: string, input: unknown): string | undefined {
  return isFileEdit(name) ? fileIn(input) || undefined : undefined;
}

/** Adds the edits that succeeded according to their results. */
export function addEditsOfResults(
  before: FileChanges,
  open: readonly OpenTool[],
  results: readonly ToolResult[],
  moment: EditMoment,
): FileChanges {
  let changes = before;
  for (const { toolUseId, isError, edited } of results) {
    const tool = isError ? undefined : open.find(({ id }) => id === toolUseId);
    if (tool === undefined) continue;
    const file = editedFile(tool.name, tool.input);
    if (edited !== undefined && isShellTool(tool.name))
      changes = addEdits(changes, edited, { ...moment, since: tool.at });
    else if (file !== undefined) changes = addEdits(changes, edited ?? [file], moment);
  }
  return changes;
}

/** Adds an edit of each file that a command changed. */
export function addEdits(
  before: FileChanges,
  files: readonly string[],
  moment: EditMoment,
): FileChanges {
  return files.reduce((changes, file) => addEdit(changes, file, moment), before);
}

export function addEdit(
  { files, fileCount, edits, lastAt: before }: FileChanges,
  named: string,
  { turn, at, cwd, since }: EditMoment,
): FileChanges {
  const file = absolutePath(named, cwd);
  const table = ChangeTable.of(files);
  const index = table.find(file);
  const known = index < 0 ? undefined : table.at(index);
  // Reuses the string of the known path, which other tables may share, to save memory.
  const [path, fileEdits, turns, lastTurn] = known ?? [file, 0, 0, -1];
  const turnsNow = turns + (lastTurn === turn ? 0 : 1);
  const lastAt = at ?? before;
  const change = [path, fileEdits + 1, turnsNow, turn, lastAt ?? 0] as const;
  const removedIndex = index < 0 && table.length >= maxChangedFiles ? 0 : index;
  const last: FileChange = since === undefined ? change : [...change, since];
  return {
    files: removedIndex < 0 ? table.withAppended(last) : table.withReplaced(removedIndex, last),
    fileCount: fileCount + (known === undefined ? 1 : 0),
    edits: edits + 1,
    lastAt,
  };
}

/**
 * Merges the changes of a session and its subagents in order of time; a file that several agents
 * changed counts once. The file's turn count is the highest of any agent, because it is unknown
 * which turns were the same.
 */
export function mergeChanges(all: readonly FileChanges[]): FileChanges {
  const merged = new Map<string, FileChange>();
  let [dropped, edits] = [0, 0];
  for (const changes of all) {
    for (const change of changes.files) {
      const known = merged.get(change[0]);
      merged.set(change[0], known === undefined ? change : mergeFileChanges(known, change));
    }
    dropped += changes.fileCount - changes.files.length;
    edits += changes.edits;
  }
  const times = all.flatMap(({ lastAt }) => (lastAt === undefined ? [] : [lastAt]));
  const files = [...merged.values()].sort((a, b) => a[4] - b[4]);
  return {
    files: files.slice(-maxChangedFiles),
    fileCount: files.length + dropped,
    edits,
    ...(times.length > 0 && { lastAt: Math.max(...times) }),
  };
}

function mergeFileChanges(one: FileChange, other: FileChange): FileChange {
  const [path, edits, turns, lastTurn] = one;
  const [, , , , lastAt, since] = other[4] < one[4] ? one : other;
  const most = Math.max(turns, other[2]);
  const all = [path, edits + other[1], most, Math.max(lastTurn, other[3]), lastAt] as const;
  return since === undefined ? all : [...all, since];
}

/** Assigns all changes of a subagent to the turn in which it made the last one. */
export function changesInTurn(changes: FileChanges, turn: number): FileChanges {
  const files = Array.from(changes.files, ([path, edits, turns, , ...when]): FileChange => [
    path,
    edits,
    turns,
    turn,
    ...when,
  ]);
  return { ...changes, files };
}

/** The files that a session and its subagents changed. */
export function sessionChanges(facts: WorkFacts): FileChanges {
  const { transcript, subagentFiles } = facts;
  const all = [...subagentFiles.values()]
    .filter(({ changes }) => changes.edits > 0)
    .map(({ changes, lastAt }) =>
      changesInTurn(changes, sessionTurnAt(facts, changes.lastAt ?? lastAt)),
    );
  if (transcript !== undefined) all.unshift(transcript.changes);
  const [first, second] = all.filter(({ edits }) => edits > 0);
  return second === undefined ? (first ?? noChanges) : mergeChanges(all);
}
