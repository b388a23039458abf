import { alone } from '../domain/words/clip';
import { refName } from './head';
import { freezeConfig, runFrozen } from './frozenConfig';
import type { GitRun } from './runGit';

/** Entries and bytes of a status after which no more are counted. */
const maxEntries = 10_000;
const maxBytes = 1024 * 1024;

/** The answer of git about a work tree. */
export interface GitCounts {
  /** As git names it, for repositories whose files do not tell. */
  readonly branch: string | undefined;
  readonly upstream: string | undefined;
  readonly ahead: number | undefined;
  readonly behind: number | undefined;
  /** Files with changes; where there are very many, those that were counted. */
  readonly uncommitted: number;
}

export type GitSaid =
  | { readonly kind: 'counts'; readonly counts: GitCounts }
  /** It did not answer in time. */
  | { readonly kind: 'late' }
  /** No repository, somebody else's, or one that cannot be asked without running programs of its config. */
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
 * Asks git for the state of a work tree without letting it run anything that the repository names,
 * reach another machine, or write. With filters switched off a file may count as changed whose time
 * alone is another: that is rare, as git compares times and sizes first.
 */
export async function gitStatus(run: GitRun): Promise<GitSaid> {
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

/** Reads `git status --porcelain=v2 --branch -z`; without renames each entry has one part. */
export function readStatus(output: string): GitCounts {
  let branch: string | undefined;
  let upstream: string | undefined;
  let ahead: number | undefined;
  let behind: number | undefined;
  let uncommitted = 0;
  // Each entry ends with NUL: the rest behind the last one is an entry that the limit of the output cut.
  for (const entry of output.split('\0').slice(0, -1)) {
    if (!entry.startsWith('# ')) {
      uncommitted += 1;
      continue;
    }
    const [, name, value = '', second = ''] = alone(entry).split(' ');
    if (name === 'branch.head') branch = value === '(detached)' ? undefined : refName(value);
    else if (name === 'branch.upstream') upstream = refName(value);
    else if (name === 'branch.ab') [ahead, behind] = [countOf(value), countOf(second)];
  }
  return { branch, upstream, ahead, behind, uncommitted: Math.min(uncommitted, maxEntries) };
}

/** `+3` or `-2`. */
function countOf(text: string): number | undefined {
  return /^[+-]\d{1,9}$/u.test(text) ? Number(text.slice(1)) : undefined;
}
