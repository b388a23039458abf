import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';

/** One work tree of a repository as `git worktree list --porcelain` tells it. */
export interface ListedTree {
  readonly path: string;
  /** Undefined while it has no commit, and of a bare repository. */
  readonly commit: string | undefined;
  /** Undefined while no branch is checked out. */
  readonly branch: string | undefined;
  readonly isBare: boolean;
}

/** Reads the list; the first entry is the main work tree. A path with a line end is cut there, and fits nothing. */
export function readList(output: string): readonly ListedTree[] {
  return output
    .split('\n\n')
    .filter((entry) => entry.startsWith('worktree '))
    .map((entry) => {
      const lines = entry.split('\n');
      const value = (name: string): string | undefined => {
        const line = lines.find((one) => one === name || one.startsWith(`${name} `));
        return line?.slice(name.length + 1);
      };
      return {
        path: value('worktree') ?? '',
        commit: value('HEAD'),
        branch: value('branch')?.replace(/^refs\/heads\//u, ''),
        isBare: value('bare') !== undefined,
      };
    });
}

const maxLockBytes = 4 * 1024;

/** Reason of a work tree's lock, which may be empty; undefined without one. Git before 2.31 does not list it. */
export async function lockOf(folder: string): Promise<string | undefined> {
  const file = path.join(folder, 'locked');
  if ((await stat(file).catch(() => undefined)) === undefined) return undefined;
  const text = await readOrdinary(file, maxLockBytes).catch(() => undefined);
  return text?.toString('utf8').trim() ?? '';
}
