import { execFileSync } from 'node:child_process';

/**
 * Files that differ from the branch's merge base with `main`, relative to the root: committed,
 * staged, unstaged and untracked ones, also deleted ones.
 */
export function changedFiles(root: string): readonly string[] {
  const base = mergeBase(root);
  const changed = list(root, 'diff', '--name-only', '--no-renames', base);
  const untracked = list(root, 'ls-files', '--others', '--exclude-standard');
  return [...new Set([...changed, ...untracked])].sort();
}

/** All files of the project that git does not ignore; some of them may be deleted. */
export function projectFiles(root: string): readonly string[] {
  const listed = list(root, 'ls-files', '--cached', '--others', '--exclude-standard');
  return [...new Set([...listed, ...changedFiles(root)])].sort();
}

/** The current commit itself in a clone without a `main`. */
function mergeBase(root: string): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git(root, 'merge-base', 'HEAD', main).trim();
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD';
}

function list(root: string, ...args: readonly string[]): readonly string[] {
  return git(root, ...args, '-z')
    .split('\0')
    .filter((file) => file !== '');
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
}
