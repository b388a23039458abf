import { lstat, mkdir, realpath, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { isIn } from '../../util/files/isIn';
import { readOrdinary } from '../../util/files/readOrdinary';
import type { RemovedFolder } from './removedFolder';
import { GitFailure, type WorktreeGit } from './worktreeGit';

const maxLogBytes = 16 * 1024 * 1024;

/** Returns the path of a branch's reflog; with reftables there is no such file. */
export function branchLogOf(common: string, branch: string): string {
  return path.join(common, 'logs', 'refs', 'heads', ...branch.split('/'));
}

/**
 * Saves the settings and the reflog of a branch, which `git branch -d` deletes with the ref.
 * Returns false if its reflog is in no file (reftables), so that it could not be saved.
 */
export async function saveBranch(
  git: WorktreeGit,
  { common, branchLog, branchConfig }: RemovedFolder,
  branch: string,
): Promise<boolean> {
  const settings = await git.tryQuery('config', '--local', '-z', '--get-regexp', '^branch\\.');
  const own = (settings ?? '').split('\0').filter((one) => belongsTo(branch, keyOf(one)));
  await writeFile(branchConfig, own.join('\0'), { mode: 0o600, flag: 'wx' });
  const file = branchLogOf(common, branch);
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined)
    return (await git.tryQuery('reflog', 'exists', `refs/heads/${branch}`)) === undefined;
  const isInside = stats.isFile() && isIn(await realpath(file), await realpath(common));
  const text = isInside ? await readOrdinary(file, maxLogBytes) : undefined;
  if (text === undefined) throw new GitFailure('the reflog of its branch cannot be read');
  await writeFile(branchLog, text, { mode: 0o600, flag: 'wx' });
  return true;
}

/**
 * Restores what `saveBranch` saved, for a branch that was just recreated. Returns false if it is
 * incomplete.
 */
export async function restoreBranch(
  git: WorktreeGit,
  { common, branchLog, branchConfig }: RemovedFolder,
  branch: string,
): Promise<boolean> {
  const [text, settings] = await Promise.all([
    readOrdinary(branchLog, maxLogBytes).catch(() => undefined),
    readOrdinary(branchConfig, maxLogBytes).catch(() => undefined),
  ]);
  let isComplete = settings !== undefined;
  for (const one of (settings?.toString('utf8') ?? '').split('\0')) {
    const key = keyOf(one);
    if (!belongsTo(branch, key)) continue;
    // A setting without a value means true.
    const value = key.length === one.length ? 'true' : one.slice(key.length + 1);
    isComplete = (await git.change('config', '--local', '--add', key, value)) && isComplete;
  }
  if (text === undefined) return isComplete;
  const file = branchLogOf(common, branch);
  await mkdir(path.dirname(file), { recursive: true });
  if (!isIn(await realpath(path.dirname(file)), await realpath(common))) return false;
  return writeFile(file, text, { flag: 'wx' }).then(
    () => isComplete,
    () => false,
  );
}

/** True if a setting belongs to the branch, whose name may contain dots. */
function belongsTo(branch: string, key: string): boolean {
  return key.slice(0, Math.max(0, key.lastIndexOf('.'))) === `branch.${branch}`;
}

/** Returns the key, which git separates from the value by a line end. */
function keyOf(setting: string): string {
  return setting.split('\n', 1)[0] ?? '';
}
