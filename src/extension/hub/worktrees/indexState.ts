import { lstat } from 'node:fs/promises';
import * as path from 'node:path';
import type { WorktreeGit } from './worktreeGit';

/** Maximum number of files in one command line. */
const maxPerCommand = 100;

/** Parts of a work tree's index that decide whether it can be removed. */
export interface IndexState {
  readonly submodules: boolean;
  /**
   * Number of changed files that `git status` does not report (assume-unchanged, skip-worktree).
   */
  readonly hidden: number;
  /** Ids of both sides of resolved conflicts, which may be referenced nowhere else. */
  readonly resolved: readonly string[];
}

/** Reads the index of a work tree; `top` is its real path. */
export async function readIndex(git: WorktreeGit, top: string): Promise<IndexState> {
  const list = await git.query('ls-files', '-v', '--stage', '--resolve-undo', '-z');
  const all = list.split('\0').flatMap(entryOf);
  const entries = all.filter(({ isResolved }) => !isResolved);
  const hidden = entries.filter(({ isReported }) => !isReported);
  let count = 0;
  for (let from = 0; from < hidden.length; from += maxPerCommand) {
    const some = hidden.slice(from, from + maxPerCommand);
    count += await countChanged(git, top, some);
  }
  return {
    submodules: entries.some(({ mode }) => mode === '160000'),
    hidden: count,
    resolved: all.flatMap(({ isResolved, id }) => (isResolved ? [id] : [])),
  };
}

interface Entry {
  readonly isResolved: boolean;
  /** True if `git status` reports the file when it is changed. */
  readonly isReported: boolean;
  readonly mode: string;
  readonly id: string;
  readonly name: string;
}

/**
 * Parses `H 100644 <id> 0\t<name>`. Tag `h` means assume-unchanged, `S` skip-worktree, and `U` one
 * side of a resolved conflict.
 */
function entryOf(text: string): Entry | [] {
  const [, tag = '', mode = '', id = '', name = ''] =
    /^(.) (\d+) ([0-9a-f]+) \d\t(.+)$/su.exec(text) ?? [];
  if (name === '') return [];
  return { isResolved: tag === 'U', isReported: /^[A-RT-Z?]$/u.test(tag), mode, id, name };
}

async function countChanged(git: WorktreeGit, top: string, all: readonly Entry[]): Promise<number> {
  const stats = await Promise.all(
    all.map(({ name }) => lstat(path.join(top, name)).catch(() => undefined)),
  );
  const existing = all.filter((_, index) => stats[index] !== undefined);
  const files = all.filter((_, index) => stats[index]?.isFile() === true);
  // A name that is not UTF-8 cannot be passed to git, so its file counts as changed.
  const unnamed = all.filter(({ name }) => name.includes('\uFFFD')).length;
  if (files.length === 0) return existing.length + unnamed;
  const names = files.map(({ name }) => name);
  const ids = (await git.compare('hash-object', '--', ...names)).toString().split('\n');
  const unchanged = files.filter(({ id }, index) => ids[index] === id);
  return existing.length - unchanged.length + unnamed;
}
