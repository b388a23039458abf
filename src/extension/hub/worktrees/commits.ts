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
  const [bases, upstream, stashes] = await Promise.all([
    mainBranches(git, branch, main),
    branch && git.find('rev-parse', '--symbolic-full-name', `${branch}@{upstream}`),
    stashesOn(git, branch),
  ]);
  const heads = ['--glob=refs/worktree/*', from];
  // Git measures a branch by its upstream, and one without by what is checked out where it is deleted.
  const measure = upstream === undefined || upstream === '' ? main.commit : upstream;
  const [unpushed, merged, deletable] = await Promise.all([
    countOf(git, [...heads, '--not', '--remotes', ...bases]),
    bases.length > 0 && isWithin(git, from, bases),
    branch !== undefined && measure !== undefined && isWithin(git, from, [measure]),
  ]);
  return { unpushed, merged, stashes, upstream: shortUpstream(upstream), deletable };
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

/** The main branch: the one of `origin`, or by its usual name, and what is checked out in the main work tree. */
async function mainBranches(
  git: WorktreeGit,
  own: string | undefined,
  main: ListedTree,
): Promise<readonly string[]> {
  const origin = await git.find('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD');
  const name = origin?.replace('refs/remotes/origin/', '');
  const usual = name === undefined ? ['main', 'master'] : [name];
  const names = new Set([...usual, ...(main.branch === undefined ? [] : [main.branch])]);
  if (own !== undefined) names.delete(own);
  const refs = [...names].map((one) => `refs/heads/${one}`);
  if (origin !== undefined && name !== own) refs.push(origin);
  const there = await Promise.all(
    refs.map((ref) => git.find('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)),
  );
  return refs.filter((_, index) => there[index] !== undefined);
}

/** Their lines read `WIP on tidy-up: …` and `On tidy-up: …`, with `(no branch)` where none was checked out. */
async function stashesOn(git: WorktreeGit, branch = '(no branch)'): Promise<number> {
  const stash = await git.find('rev-parse', '--verify', '--quiet', 'refs/stash');
  if (stash === undefined) return 0;
  const lines = (await git.ask('stash', 'list', '--format=%gs')).split('\n');
  return lines.filter((line) => /^(?:WIP o|O)n (.+?): /u.exec(line)?.[1] === branch).length;
}

function shortUpstream(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/(?:remotes|heads)\//u, '') || undefined;
}
