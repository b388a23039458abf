import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';

/** Files by which git remembers what goes on over several commands, and may leave conflicts. */
const joining = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];
const others = ['BISECT_LOG', 'sequencer'];

/** True where a merge, rebase, cherry-pick or revert is not over. `folder` is git's own of the work tree. */
export function mayConflict(folder: string): Promise<boolean> {
  return hasAny(folder, joining);
}

/** As `mayConflict`, and for a bisect, too. */
export function isUnfinished(folder: string): Promise<boolean> {
  return hasAny(folder, [...joining, ...others]);
}

/** True where a git command writes, or was killed while it did: `index.lock`, `HEAD.lock`. */
export async function isBusy(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.endsWith('.lock'));
}

async function hasAny(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => undefined)),
  );
  return found.some((one) => one !== undefined);
}
