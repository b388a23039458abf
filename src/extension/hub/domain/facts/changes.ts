import type { ToolResult } from './event';
import type { OpenTool } from './session';

/** Files that an agent's tools changed. Plain data: the cache keeps it. */
export interface FileChanges {
  /** The paths that were changed last, the newest at the end, each with its number of edits. */
  readonly files: readonly (readonly [path: string, edits: number])[];
  /** Number of all changed files, also of those that are forgotten. */
  readonly fileCount: number;
  readonly edits: number;
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
): FileChanges {
  let changes = before;
  for (const { toolUseId, isError } of results) {
    const tool = isError ? undefined : open.find(({ id }) => id === toolUseId);
    const file = tool && editedFile(tool.name, tool.input);
    if (file !== undefined) changes = withEdit(changes, file);
  }
  return changes;
}

export function withEdit({ files, fileCount, edits }: FileChanges, file: string): FileChanges {
  const known = files.find(([path]) => path === file);
  const others = files.filter((one) => one !== known).slice(known ? 0 : 1 - keptFiles);
  return {
    files: [...others, [file, (known?.[1] ?? 0) + 1]],
    fileCount: fileCount + (known ? 0 : 1),
    edits: edits + 1,
  };
}

/** Joins the changes of a session and its subagents; a file that several changed counts once. */
export function mergeChanges(all: readonly FileChanges[]): FileChanges {
  const merged = new Map<string, number>();
  let [hidden, edits] = [0, 0];
  for (const changes of all) {
    for (const [file, count] of changes.files) merged.set(file, (merged.get(file) ?? 0) + count);
    hidden += changes.fileCount - changes.files.length;
    edits += changes.edits;
  }
  return { files: [...merged], fileCount: merged.size + hidden, edits };
}
