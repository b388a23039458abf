import type { WorktreeGit } from './worktreeGit';
import type { ListedTree } from './listed';

/** The commits of a work tree, compared with those of other branches. */
export interface Commits {
  /** Number of commits that are on no remote branch and on no main branch. */
  readonly unpushed: number;
  readonly merged: boolean;
  /** Number of stashes that were made on its branch. */
  readonly stashes: number;
  readonly upstream: string | undefined;
  /** True if `git branch -d` would delete its branch. */
  readonly deletable: boolean;
}

/**
 * Reads the commits of a work tree, in which `git` runs. `main` is the repository's main work tree.
 */
export async function readCommits(
  git: WorktreeGit,
  { branch, commit }: ListedTree,
  main: ListedTree,
): Promise<Commits> {
  const from = commit ?? 'HEAD';
  const own = branch === undefined ? [] : [branchRef(branch)];
  const usualRefs = [...usualMainNames, ...(main.branch === undefined ? [] : [main.branch])].map(
    branchRef,
  );
  const requested = new Set([originHead, ...own, ...usualRefs, stashRef, ownRefs]);
  const found = await findRefs(git, [...requested]);
  const { id: originId, target: origin } = found.get(originHead) ?? {};
  const names = mainBranches(origin, branch, main);
  const tracked = own.flatMap((ref) => found.get(ref)?.upstream || []);
  const others = [...names, ...tracked].filter((ref) => !requested.has(ref) && ref !== origin);
  const otherRefs = others.length === 0 ? [] : await findRefs(git, others);
  const tips = new Map([...found, ...otherRefs].map(([ref, { id }]) => [ref, id]));
  if (origin !== undefined && originId !== undefined) tips.set(origin, originId);
  const upstream = tracked.find((ref) => tips.has(ref));
  const bases = names.filter((name) => tips.has(name));
  const heads = ['--glob=refs/worktree/*', from];
  // `git branch -d` requires a branch to be merged into its upstream or, without one, into HEAD.
  const mergeTarget = upstream ?? main.commit;
  const isTip = (ref: string): boolean => (tips.get(ref) ?? ref) === from;
  const isMerged = bases.some(isTip);
  const hasOwnRefs = [...tips.keys()].some((ref) => ref.startsWith(ownRefs));
  const [unpushed, merged, deletable, stashes] = await Promise.all([
    isMerged && !hasOwnRefs ? 0 : countCommits(git, [...heads, '--not', '--remotes', ...bases]),
    isMerged || (bases.length > 0 && areReachable(git, from, bases)),
    branch !== undefined &&
      mergeTarget !== undefined &&
      (isTip(mergeTarget) || areReachable(git, from, [mergeTarget])),
    tips.has(stashRef) ? countStashes(git, branch) : 0,
  ]);
  return { unpushed, merged, stashes, upstream: shortUpstream(upstream), deletable };
}

const usualMainNames = ['main', 'master'];
const originHead = 'refs/remotes/origin/HEAD';
const stashRef = 'refs/stash';
/** Refs that belong to a single work tree. */
const ownRefs = 'refs/worktree/';

function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}

interface Ref {
  readonly id: string;
  /** Target of a symbolic ref. */
  readonly target: string | undefined;
  readonly upstream: string | undefined;
}

/**
 * Returns those of these refs that exist; a name that ends with a slash includes all refs below it.
 */
async function findRefs(
  git: WorktreeGit,
  refs: readonly string[],
): Promise<ReadonlyMap<string, Ref>> {
  const format = '--format=%(refname) %(objectname) %(symref) %(upstream)';
  const lines = (await git.query('for-each-ref', format, ...refs)).split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [ref = '', id = '', target, upstream] = line.split(' ');
      return ref === ''
        ? []
        : [[ref, { id, target: target || undefined, upstream: upstream || undefined }]];
    }),
  );
}

async function countCommits(git: WorktreeGit, range: readonly string[]): Promise<number> {
  return Number(await git.query('rev-list', '--count', ...range, '--'));
}

/** True if all commits of `one` are reachable from `others`. */
async function areReachable(
  git: WorktreeGit,
  one: string,
  others: readonly string[],
): Promise<boolean> {
  return (await countCommits(git, [one, '--not', ...others])) === 0;
}

/**
 * Returns refs that may be the main branch: that of `origin`, else those of usual names, and the
 * branch of the main work tree; never the work tree's own branch.
 */
function mainBranches(
  origin: string | undefined,
  own: string | undefined,
  main: ListedTree,
): readonly string[] {
  const name = origin?.replace('refs/remotes/origin/', '');
  const candidates = name === undefined ? usualMainNames : [name];
  const names = new Set([...candidates, ...(main.branch === undefined ? [] : [main.branch])]);
  if (own !== undefined) names.delete(own);
  const refs = [...names].map(branchRef);
  if (origin !== undefined && name !== own) refs.push(origin);
  return refs;
}

/**
 * Counts the stashes of a branch by lines such as `WIP on tidy-up: …` and `On tidy-up: …`. The name
 * of a detached HEAD is `(no branch)`.
 */
async function countStashes(git: WorktreeGit, branch = '(no branch)'): Promise<number> {
  const lines = (await git.query('stash', 'list', '--format=%gs')).split('\n');
  return lines.filter((line) => /^(?:WIP o|O)n (.+?): /u.exec(line)?.[1] === branch).length;
}

function shortUpstream(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/(?:remotes|heads)\//u, '') || undefined;
}
