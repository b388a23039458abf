import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { freezeConfig, runFrozen } from '../repositories/frozenConfig';
import { runGit, type GitRun } from '../repositories/runGit';
import type { FileAfterSweep } from './sweeps';

/** Paths that git is asked for at once: they are arguments of a program. */
const mostAtOnce = 100;
const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** Looks at what is left of files, by their real paths in a work tree; undefined where git does not tell. */
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

/** The files that the newest stash holds; new ones are in a commit of their own there. */
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

/** When a file or folder was last written, in ms since 1970; undefined where it is gone. */
async function writtenAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
}
