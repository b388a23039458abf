import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';

/** An entry of `git worktree list --porcelain`. */
export interface ListedTree {
  readonly path: string;
  /** Undefined before the first commit, and for a bare repository. */
  readonly commit: string | undefined;
  /** Undefined for a detached HEAD. */
  readonly branch: string | undefined;
  readonly isBare: boolean;
}

/**
 * Parses the list, whose first entry is the main work tree. A path that contains a line end is cut
 * there, so it matches no work tree.
 */
export function parseWorktreeList(output: string): readonly ListedTree[] {
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

/**
 * Returns the reason of a work tree's lock, possibly empty; undefined if it is not locked. Reads
 * git's file, as git before 2.31 does not list locks.
 */
export async function readLockReason(folder: string): Promise<string | undefined> {
  const file = path.join(folder, 'locked');
  if ((await stat(file).catch(() => undefined)) === undefined) return undefined;
  const text = await readOrdinary(file, maxLockBytes).catch(() => undefined);
  return text?.toString('utf8').trim() ?? '';
}
