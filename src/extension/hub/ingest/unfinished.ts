import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';

/**
 * Files that exist during git operations of several commands; `joining` ones may cause conflicts.
 */
const joining = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];
const others = ['BISECT_LOG', 'sequencer'];

/**
 * True during a merge, rebase, cherry-pick or revert. `folder` is git's folder of the work tree.
 */
export function mayConflict(folder: string): Promise<boolean> {
  return hasAny(folder, joining);
}

/** Like `mayConflict`, and also true during a bisect or sequence. */
export function isUnfinished(folder: string): Promise<boolean> {
  return hasAny(folder, [...joining, ...others]);
}

/** True if a git command is writing or was killed while writing: `index.lock`, `HEAD.lock`. */
export async function isBusy(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.endsWith('.lock'));
}

async function hasAny(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => undefined)),
  );
  return found.some((one) => one !== undefined);
}
