import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';

/**
 * Entries of git's folder that exist during operations of several steps; `conflictingOperations`
 * may cause conflicts.
 */
const conflictingOperations = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
];
const otherOperations = ['BISECT_LOG', 'sequencer'];

/**
 * True during a merge, rebase, cherry-pick or revert. `folder` is git's folder of the work tree.
 */
export function mayConflict(folder: string): Promise<boolean> {
  return hasAny(folder, conflictingOperations);
}

/**
 * Like `mayConflict`, and also true during a bisect or a cherry-pick or revert of several commits.
 */
export function isUnfinished(folder: string): Promise<boolean> {
  return hasAny(folder, [...conflictingOperations, ...otherOperations]);
}

/**
 * True while a git command holds a lock such as `index.lock` or `HEAD.lock`, or if it was killed
 * and left the lock.
 */
export async function isBusy(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.endsWith('.lock'));
}

async function hasAny(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => undefined)),
  );
  return found.some((one) => one !== undefined);
}
