import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { freezeConfig, runFrozen } from '../repositories/frozenConfig';
import { runGit, type GitRun } from '../repositories/runGit';
import type { FileAfterSweep } from './sweeps';

/** Maximum number of paths per git call, because they are passed as arguments. */
const maxPathsPerCall = 100;
const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/**
 * Returns the state of files, given by real paths in a work tree, after a sweep; undefined if git
 * cannot answer.
 */
export async function filesAfterSweep(
  program: string | undefined,
  top: string,
  paths: readonly string[],
  scratch?: string,
): Promise<ReadonlyMap<string, FileAfterSweep> | undefined> {
  if (program === undefined) return undefined;
  const found = new Map<string, FileAfterSweep>();
  const run = { program, top, timeoutMs, scratch };
  const frozen = await freezeConfig(run);
  if (frozen === undefined || frozen === 'late') return undefined;
  for (let from = 0; from < paths.length; from += maxPathsPerCall) {
    const batch = paths.slice(from, from + maxPathsPerCall);
    const names = batch.map((one) => path.relative(top, one).replaceAll(path.sep, '/'));
    const args = [
      '--literal-pathspecs',
      'status',
      '--porcelain=v1',
      '-z',
      '--no-renames',
      '--ignore-submodules=all',
      '--untracked-files=all',
      '--',
      ...names,
    ];
    const { output, end } = await runFrozen(run, frozen, args, maxBytes);
    if (end !== 'done') return undefined;
    const changed = new Set(
      output
        .toString('utf8')
        .split('\0')
        .map((entry) => entry.slice(3)),
    );
    const times = await Promise.all(batch.map((file) => writtenAt(file)));
    const missing = names.filter((_, index) => times[index] === undefined);
    const stashed = await stashedAmong(run, missing);
    for (const [index, file] of batch.entries()) {
      const name = names[index] ?? '';
      found.set(file, {
        writtenAt: times[index],
        folderAt: await writtenAt(path.dirname(file)),
        status: changed.has(name) ? 'other' : 'same',
        ...(stashed.has(name) && { isStashed: true }),
      });
    }
  }
  return found;
}

/**
 * Returns the names that are in the newest stash, which has untracked files in a separate commit.
 */
async function stashedAmong(run: GitRun, names: readonly string[]): Promise<ReadonlySet<string>> {
  const stashed = new Set<string>();
  if (names.length === 0) return stashed;
  for (const commit of ['refs/stash', 'refs/stash^3']) {
    const list = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--name-only', '--full-tree'];
    const args = [...list, commit, '--', ...names];
    const { output, end } = await runGit(run, [], args, maxBytes);
    if (end === 'done') for (const name of output.toString('utf8').split('\0')) stashed.add(name);
  }
  return stashed;
}

/** The mtime of a file or folder, in ms since 1970; undefined if it does not exist. */
async function writtenAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
}
