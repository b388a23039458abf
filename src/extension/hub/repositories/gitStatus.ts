import { detachedCopy } from '../../../shared/text/truncate';
import { refName } from './head';
import { freezeConfig, runFrozen } from './frozenConfig';
import type { GitRun } from './runGit';

/** Maximum number of entries and bytes of a status; git is killed beyond them. */
const maxEntries = 10_000;
const maxBytes = 1024 * 1024;

/** Result of `git status` in a work tree. */
export interface GitCounts {
  /** The checked out branch; needed if it cannot be read from files (reftables). */
  readonly branch: string | undefined;
  readonly upstream: string | undefined;
  readonly ahead: number | undefined;
  readonly behind: number | undefined;
  /** Number of changed files, at most `maxEntries`. */
  readonly uncommitted: number;
}

export type GitStatusResult =
  | { readonly kind: 'counts'; readonly counts: GitCounts }
  /** Git did not answer in time. */
  | { readonly kind: 'late' }
  /** Git failed, does not trust the repository, or would run programs of its config. */
  | { readonly kind: 'nothing' };

const status = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--ahead-behind',
  '--no-renames',
  '--ignore-submodules=all',
  '--untracked-files=all',
];

/**
 * Runs `git status` in a work tree without running programs of the repository's config, without
 * network access and without writing. As filters are disabled, a filtered file that was rewritten
 * unchanged counts as changed; that is rare, as git compares contents only if time or size differ.
 */
export async function gitStatus(run: GitRun): Promise<GitStatusResult> {
  const frozen = await freezeConfig(run);
  if (frozen === 'late') return { kind: 'late' };
  if (frozen === undefined) return { kind: 'nothing' };
  let entries = 0;
  const { output, end } = await runFrozen(run, frozen, status, maxBytes, (part) => {
    for (const byte of part) if (byte === 0) entries += 1;
    return entries > maxEntries;
  });
  if (end === 'late') return { kind: 'late' };
  if (end === 'failed') return { kind: 'nothing' };
  return { kind: 'counts', counts: readStatus(output.toString('utf8')) };
}

/** Parses `git status --porcelain=v2 --branch -z`; without renames each entry has one part. */
export function readStatus(output: string): GitCounts {
  let branch: string | undefined;
  let upstream: string | undefined;
  let ahead: number | undefined;
  let behind: number | undefined;
  let uncommitted = 0;
  // Each entry ends with NUL; text after the last NUL is an entry cut off by the output limit.
  for (const entry of output.split('\0').slice(0, -1)) {
    if (!entry.startsWith('# ')) {
      uncommitted += 1;
      continue;
    }
    const [, name, value = '', second = ''] = detachedCopy(entry).split(' ');
    if (name === 'branch.head') branch = value === '(detached)' ? undefined : refName(value);
    else if (name === 'branch.upstream') upstream = refName(value);
    else if (name === 'branch.ab') [ahead, behind] = [countOf(value), countOf(second)];
  }
  return { branch, upstream, ahead, behind, uncommitted: Math.min(uncommitted, maxEntries) };
}

/** Parses a count such as `+3` or `-2`, without its sign. */
function countOf(text: string): number | undefined {
  return /^[+-]\d{1,9}$/u.test(text) ? Number(text.slice(1)) : undefined;
}
