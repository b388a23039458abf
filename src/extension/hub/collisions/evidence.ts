import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { freezeConfig, runFrozen } from '../repositories/frozenConfig';
import { runGit, type GitRun } from '../repositories/runGit';
import type { FileAfterSweep } from './sweeps';

/** Number of paths per git call: they are arguments of a program. */
const mostAtOnce = 100;
const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** Checks what is left of files, given by real paths in a work tree; undefined if git gives no answer. */
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
  for (let from = 0; from < paths.length; from += mostAtOnce) {
    const some = paths.slice(from, from + mostAtOnce);
    const names = some.map((one) => path.relative(top, one).replaceAll(path.sep, '/'));
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
    const other = new Set(
      output
        .toString('utf8')
        .split('\0')
        .map((entry) => entry.slice(3)),
    );
    const times = await Promise.all(some.map((file) => writtenAt(file)));
    const gone = names.filter((_, index) => times[index] === undefined);
    const stashed = await stashedAmong(run, gone);
    for (const [index, file] of some.entries()) {
      const name = names[index] ?? '';
      found.set(file, {
        writtenAt: times[index],
        folderAt: await writtenAt(path.dirname(file)),
        status: other.has(name) ? 'other' : 'same',
        ...(stashed.has(name) && { isStashed: true }),
      });
    }
  }
  return found;
}

/** The files in the newest stash; untracked ones are in a separate commit of it. */
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
