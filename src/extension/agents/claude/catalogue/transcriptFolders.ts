import * as fs from 'node:fs';
import * as path from 'node:path';
import { isLooseAgent } from './looseAgent';
import { projectFile, subagentFile } from './transcriptPath';
import {
  foundFile,
  listFolder,
  type FoundFile,
  type OnUnreadable,
  type TranscriptKind,
} from '../../transcripts/files';

/** Up to this many names are looked up one by one; beyond it, listing the folders is faster. */
const maxNames = 1_000;
const maxNamesInFolder = 32;
/** File names in the client's own format. Any other text could be a path to a different file. */
const clientId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

type Entry = Pick<fs.Dirent, 'name' | 'isFile' | 'isDirectory'>;

/**
 * Yields every transcript below `projects`, or only those of some sessions; pauses between folders.
 * Links that lead outside are skipped. Known, unchanged files keep their classification, because
 * scans are frequent and there are thousands of files.
 */
export function* findTranscripts(
  projects: string,
  onUnreadable: OnUnreadable,
  wanted?: ReadonlySet<string>,
  known?: ReadonlyMap<string, FoundFile>,
): Generator<undefined, FoundFile[]> {
  const found: FoundFile[] = [];
  let visited = 0;
  const root = realFolder(projects);
  if (root === undefined) return found;
  const isInside = (target: string | undefined): boolean =>
    target !== undefined && target.startsWith(root + path.sep);
  const all = listFolder(projects, onUnreadable);
  const names = wanted !== undefined && isLookupFaster(wanted, all.length) ? wanted : undefined;
  const entriesOf = (folder: string): readonly Entry[] =>
    names === undefined
      ? listFolder(folder, onUnreadable)
      : findFilesOf(folder, names, onUnreadable);
  const isWanted = (sessionId: string): boolean => wanted?.has(sessionId) ?? true;
  for (const project of all) {
    const folder = path.join(projects, project.name);
    if (project.isFile() || !isInside(realFolder(folder))) continue;
    for (const entry of entriesOf(folder)) {
      // Not `path.join`: there are thousands of names, and none of them needs normalising.
      const file = folder + path.sep + entry.name;
      if (entry.isDirectory()) {
        if (!isWanted(entry.name)) continue;
        addSubagents(`${file}${path.sep}subagents`, entry.name);
      } else add(file, entry, projectFile(file, entry.name));
      visited += 1;
      if (visited % 64 === 0) yield undefined;
    }
    yield undefined;
  }
  return found;

  function addSubagents(folder: string, sessionId: string): void {
    for (const entry of listFolder(folder, onUnreadable)) {
      const file = folder + path.sep + entry.name;
      if (entry.isDirectory()) addSubagents(file, sessionId);
      else add(file, entry, subagentFile(sessionId, entry.name));
    }
  }

  function add(file: string, entry: Entry, kind: TranscriptKind | undefined): void {
    if (kind === undefined || !isWanted(kind.sessionId)) return;
    if (!entry.isFile() && !isInside(realFolder(file))) return;
    try {
      const current = foundFile(file, kind, known);
      if (current !== undefined) found.push(current);
    } catch (error) {
      // A folder that can be listed may contain files that cannot be read.
      onUnreadable(path.dirname(file), error);
    }
  }
}

function isLookupFaster(wanted: ReadonlySet<string>, folders: number): boolean {
  if (wanted.size > maxNamesInFolder || wanted.size * folders > maxNames) return false;
  return [...wanted].every((sessionId) => clientId.test(sessionId));
}

/**
 * Finds the files of these sessions in a project's folder, and subagents of old clients in the same
 * folder.
 */
function findFilesOf(
  folder: string,
  wanted: Iterable<string>,
  onUnreadable: OnUnreadable,
): Entry[] {
  const found: Entry[] = [];
  for (const sessionId of wanted) {
    for (const name of [`${sessionId}.jsonl`, sessionId]) {
      try {
        const stat = fs.lstatSync(folder + path.sep + name, { throwIfNoEntry: false });
        if (stat === undefined) continue;
        found.push({ name, isFile: () => stat.isFile(), isDirectory: () => stat.isDirectory() });
      } catch (error) {
        onUnreadable(folder, error);
      }
    }
  }
  if (found.some(({ name }) => name.endsWith('.jsonl')))
    found.push(...listFolder(folder, onUnreadable).filter(({ name }) => isLooseAgent(name)));
  return found;
}

function realFolder(folder: string): string | undefined {
  try {
    return fs.realpathSync(folder);
  } catch {
    return undefined;
  }
}
