import type { WorktreeGit } from './worktreeGit';
import type { ListedTree } from './listed';

/** The commits of a work tree, and where else they are. */
export interface Commits {
  /** On no remote branch and in no main branch. */
  readonly unpushed: number;
  readonly merged: boolean;
  /** Stashes that were made on its branch. */
  readonly stashes: number;
  readonly upstream: string | undefined;
  /** True where `git branch -d` would delete its branch. */
  readonly deletable: boolean;
}

/** Asks git, in the work tree. `main` is the repository's main work tree. */
export async function commitsOf(
  git: WorktreeGit,
  { branch, commit }: ListedTree,
  main: ListedTree,
): Promise<Commits> {
  const from = commit ?? 'HEAD';
  const own = branch === undefined ? [] : [headOf(branch)];
  const usual = [...usualNames, ...(main.branch === undefined ? [] : [main.branch])].map(headOf);
  const asked = new Set([originHead, ...own, ...usual, stashRef, ownRefs]);
  const found = await refsAmong(git, [...asked]);
  const { id: originId, target: origin } = found.get(originHead) ?? {};
  const names = mainBranches(origin, branch, main);
  const tracked = own.flatMap((ref) => found.get(ref)?.upstream || []);
  const others = [...names, ...tracked].filter((ref) => !asked.has(ref) && ref !== origin);
  const rest = others.length === 0 ? [] : await refsAmong(git, others);
  const tips = new Map([...found, ...rest].map(([ref, { id }]) => [ref, id]));
  if (origin !== undefined && originId !== undefined) tips.set(origin, originId);
  const upstream = tracked.find((ref) => tips.has(ref));
  const bases = names.filter((name) => tips.has(name));
  const heads = ['--glob=refs/worktree/*', from];
  // Git measures a branch by its upstream, and one without by what is checked out where it is deleted.
  const measure = upstream ?? main.commit;
  const isTip = (ref: string): boolean => (tips.get(ref) ?? ref) === from;
  const isMerged = bases.some(isTip);
  const hasOwnRefs = [...tips.keys()].some((ref) => ref.startsWith(ownRefs));
  const [unpushed, merged, deletable, stashes] = await Promise.all([
    isMerged && !hasOwnRefs ? 0 : countOf(git, [...heads, '--not', '--remotes', ...bases]),
    isMerged || (bases.length > 0 && isWithin(git, from, bases)),
    branch !== undefined &&
      measure !== undefined &&
      (isTip(measure) || isWithin(git, from, [measure])),
    tips.has(stashRef) ? stashesOn(git, branch) : 0,
  ]);
  return { unpushed, merged, stashes, upstream: shortUpstream(upstream), deletable };
}

const usualNames = ['main', 'master'];
const originHead = 'refs/remotes/origin/HEAD';
const stashRef = 'refs/stash';
/** Refs that the work tree has for itself. */
const ownRefs = 'refs/worktree/';

function headOf(branch: string): string {
  return `refs/heads/${branch}`;
}

interface Ref {
  readonly id: string;
  /** The ref that it stands for. */
  readonly target: string | undefined;
  readonly upstream: string | undefined;
}

/** Those of the refs that are there, and those below a name that ends with a slash. */
async function refsAmong(
  git: WorktreeGit,
  refs: readonly string[],
): Promise<ReadonlyMap<string, Ref>> {
  const format = '--format=%(refname) %(objectname) %(symref) %(upstream)';
  const lines = (await git.ask('for-each-ref', format, ...refs)).split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [ref = '', id = '', target, upstream] = line.split(' ');
      return ref === ''
        ? []
        : [[ref, { id, target: target || undefined, upstream: upstream || undefined }]];
    }),
  );
}

async function countOf(git: WorktreeGit, range: readonly string[]): Promise<number> {
  return Number(await git.ask('rev-list', '--count', ...range, '--'));
}

/** True where every commit of one is among those of the others. */
async function isWithin(
  git: WorktreeGit,
  one: string,
  others: readonly string[],
): Promise<boolean> {
  return (await countOf(git, [one, '--not', ...others])) === 0;
}

/**
 * Refs that may be the main branch: the one of `origin`, or by its usual name, and what is checked out in the
 * main work tree.
 */
function mainBranches(
  origin: string | undefined,
  own: string | undefined,
  main: ListedTree,
): readonly string[] {
  const name = origin?.replace('refs/remotes/origin/', '');
  const usual = name === undefined ? usualNames : [name];
  const names = new Set([...usual, ...(main.branch === undefined ? [] : [main.branch])]);
  if (own !== undefined) names.delete(own);
  const refs = [...names].map(headOf);
  if (origin !== undefined && name !== own) refs.push(origin);
  return refs;
}

/** Their lines read `WIP on tidy-up: …` and `On tidy-up: …`, with `(no branch)` where none was checked out. */
async function stashesOn(git: WorktreeGit, branch = '(no branch)'): Promise<number> {
  const lines = (await git.ask('stash', 'list', '--format=%gs')).split('\n');
  return lines.filter((line) => /^(?:WIP o|O)n (.+?): /u.exec(line)?.[1] === branch).length;
}

function shortUpstream(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/(?:remotes|heads)\//u, '') || undefined;
}
