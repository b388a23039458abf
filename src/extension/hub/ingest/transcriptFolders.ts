import * as fs from 'node:fs';
import * as path from 'node:path';
import { classify, type TranscriptKind } from './transcriptPath';

/** What tells that a file is still the one that was read, and whether there is more in it. */
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

/** Every transcript below `projects`; yields between folders. Links that lead outside are left out. */
export function* findTranscripts(projects: string): Generator<undefined, FoundFile[]> {
  const found: FoundFile[] = [];
  const root = realFolder(projects);
  if (root === undefined) return found;
  const isInside = (target: string | undefined): boolean =>
    target !== undefined && target.startsWith(root + path.sep);
  for (const project of list(projects)) {
    const folder = path.join(projects, project.name);
    if (project.isFile() || !isInside(realFolder(folder))) continue;
    for (const entry of list(folder)) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        const agents = path.join(file, 'subagents');
        for (const agent of list(agents)) add(path.join(agents, agent.name), agent);
      } else add(file, entry);
      if (found.length % 64 === 0) yield undefined;
    }
    yield undefined;
  }
  return found;

  function add(file: string, entry: fs.Dirent): void {
    const kind = classify(projects, file);
    if (kind === undefined) return;
    if (!entry.isFile() && !isInside(realFolder(file))) return;
    const stamp = stampOf(file);
    if (stamp !== undefined) found.push({ path: file, kind, ...stamp });
  }
}

/** Undefined for what is not there, or not a file. */
export function stampOf(file: string): FileStamp | undefined {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return undefined;
  const { dev, ino, size, mtimeMs } = stat;
  return { dev, ino, size, mtimeMs };
}

export function isSameStamp(a: FileStamp | undefined, b: FileStamp): boolean {
  return a?.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.dev === b.dev;
}

function list(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // Not there, or not ours to read.
  }
}

function realFolder(folder: string): string | undefined {
  try {
    return fs.realpathSync(folder);
  } catch {
    return undefined;
  }
}
