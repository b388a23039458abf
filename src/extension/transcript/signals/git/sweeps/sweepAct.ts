import { GitArgs } from './gitArgs';

/** A git command that may discard uncommitted work. */
export interface SweepAct {
  /** `switch` checks out a different commit; the others are named after git's commands. */
  readonly act: 'switch' | 'checkout' | 'restore' | 'reset' | 'stash' | 'clean';
  readonly branch?: string | undefined;
  /** As written; undefined if the act covers the whole work tree, or if the paths are unknown. */
  readonly paths?: readonly string[] | undefined;
  /** The work tree that is removed. */
  readonly tree?: string | undefined;
  /** True if the name may be a branch or a path; only the output shows which. */
  readonly isUnsure?: boolean;
  /** True if changes are discarded even when the branch stays the same. */
  readonly isForced?: boolean;
}

/** The words after `git` and its global options; `isFed` means that another command supplies more of them. */
export interface GitWords {
  readonly words: readonly string[];
  readonly isFed: boolean;
  /** False with `-c clean.requireForce=false`: `git clean` then works without `--force`. */
  readonly needsForce: boolean;
}

const switchValues = '-c -C --create --force-create --orphan --conflict';
const checkoutValues = '-b -B --orphan --conflict --pathspec-from-file';

/** The discarding act of a git command; undefined for a command that discards nothing. */
export function sweepAct({ words, isFed, needsForce }: GitWords): SweepAct | undefined {
  const [name = '', ...rest] = words;
  switch (name) {
    case 'switch':
    case 'sw':
      return switchAct(new GitArgs(rest, switchValues));
    case 'checkout':
    case 'co':
      return checkoutAct(new GitArgs(rest, checkoutValues), isFed);
    case 'restore':
      return restoreAct(new GitArgs(rest, '-s --source --pathspec-from-file --conflict'), isFed);
    case 'reset':
      return new GitArgs(rest, '').has('', '--hard', '--merge', '--keep')
        ? { act: 'reset' }
        : undefined;
    case 'stash':
      return stashAct(rest);
    case 'clean':
      return cleanAct(new GitArgs(rest, '-e --exclude'), isFed, needsForce);
    case 'worktree':
      return removeTreeAct(rest);
    default:
      return undefined;
  }
}

/** `gh pr checkout 7` switches to a branch that only the pull request names. */
export function pullCheckout(words: readonly string[]): SweepAct | undefined {
  const isCheckout = words[0] === 'pr' && (words[1] === 'checkout' || words[1] === 'co');
  if (!isCheckout || words.includes('--help')) return undefined;
  return {
    act: 'switch',
    branch: new GitArgs(words.slice(2), '-b --branch').valueOf('-b --branch'),
  };
}

function switchAct(args: GitArgs): SweepAct | undefined {
  const branch = args.valueOf('-c -C --create --force-create --orphan') ?? args.names[0];
  if (args.isHelp || (branch === undefined && !args.has('d', '--detach'))) return undefined;
  return { act: 'switch', branch: branch === '-' ? undefined : branch, isForced: isForced(args) };
}

function isForced(args: GitArgs): boolean {
  return args.has('f', '--force', '--discard-changes');
}

function checkoutAct(args: GitArgs, isFed: boolean): SweepAct | undefined {
  if (args.isHelp || args.has('p', '--patch')) return undefined;
  const { names, behind } = args;
  const newBranch = args.valueOf('-b -B --orphan');
  if (newBranch !== undefined) return { act: 'switch', branch: newBranch };
  if (isFed || args.has('', '--pathspec-from-file')) return { act: 'checkout' };
  const [name] = names;
  if (behind !== undefined && behind.length > 0) return { act: 'checkout', paths: behind };
  const isHead = name !== undefined && /^(?:HEAD|@)(?:$|[~^@])/u.test(name);
  // The first of several names may be a commit. It is kept as a path, which is harmless because no
  // such file exists.
  if (names.length > 1 || args.has('', '--ours', '--theirs'))
    return { act: 'checkout', paths: isHead ? names.slice(1) : names };
  if (name === undefined || name === 'HEAD' || name === '@')
    return isForced(args) ? { act: 'checkout' } : undefined;
  const branch = name === '-' ? undefined : name;
  const isUnsure = behind === undefined && branch !== undefined;
  return { act: 'switch', branch, isUnsure, isForced: isForced(args) };
}

function restoreAct(args: GitArgs, isFed: boolean): SweepAct | undefined {
  const isIndexOnly = args.has('S', '--staged') && !args.has('W', '--worktree');
  if (args.isHelp || isIndexOnly || args.has('p', '--patch')) return undefined;
  if (isFed || args.has('', '--pathspec-from-file')) return { act: 'restore' };
  return args.all.length === 0 ? undefined : { act: 'restore', paths: args.all };
}

function stashAct(words: readonly string[]): SweepAct | undefined {
  const [first = '-', ...rest] = words;
  const isShort = first.startsWith('-');
  if (first === 'branch')
    return rest[0] === undefined ? undefined : { act: 'switch', branch: rest[0] };
  if (!isShort && first !== 'push' && first !== 'save') return undefined;
  const args = new GitArgs(isShort ? words : rest, '-m --message --pathspec-from-file');
  if (args.isHelp || args.has('p', '--patch')) return undefined;
  const isOfPaths =
    first !== 'save' && !args.has('', '--pathspec-from-file') && args.all.length > 0;
  return { act: 'stash', ...(isOfPaths && { paths: args.all }) };
}

function cleanAct(args: GitArgs, isFed: boolean, needsForce: boolean): SweepAct | undefined {
  const isEffective = args.has('f', '--force') || !needsForce;
  if (args.isHelp || !isEffective || args.has('n', '--dry-run') || args.has('i', '--interactive'))
    return undefined;
  // `-X` removes only ignored files, which are not work that could be lost.
  if (args.has('X')) return undefined;
  return { act: 'clean', ...(!isFed && args.all.length > 0 && { paths: args.all }) };
}

/** Git removes a work tree with changes only with `--force`. */
function removeTreeAct([subcommand, ...words]: readonly string[]): SweepAct | undefined {
  const args = new GitArgs(words, '');
  const [tree] = args.all;
  if (subcommand !== 'remove' || tree === undefined || !args.has('f', '--force')) return undefined;
  return { act: 'clean', tree };
}
