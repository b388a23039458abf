import { lstat, readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';
import { GitFailure, type WorktreeGit } from './worktreeGit';

/**
 * Maximum bytes and number of git's files of a work tree, and of objects in them, for a removal.
 */
const limits = { bytes: 16 * 1024 * 1024, objects: 20_000, files: 5_000 } as const;

/** Id of "no object", such as the origin of a reflog's first entry. */
const noObject = /^0+$/u;

/** Ids of existing objects that git's files of a work tree or a branch name. */
export interface ReferencedObjects {
  readonly commits: readonly string[];
  /** Blobs, trees and tags. */
  readonly others: readonly string[];
}

export const noObjects: ReferencedObjects = { commits: [], others: [] };

/**
 * Finds every object that git's folder of a work tree or a reflog names: HEAD, its reflog,
 * ORIG_HEAD, FETCH_HEAD, refs of the work tree, and any other id. Git may later delete an object
 * that nothing names. Excludes `known` objects and includes those of `additional`. Rejects with
 * `GitFailure` if the files exceed the limits.
 */
export async function findReferencedObjects(
  git: WorktreeGit,
  paths: readonly string[],
  branch: string | undefined,
  {
    known,
    additional,
  }: { readonly known: ReferencedObjects; readonly additional: readonly string[] },
): Promise<ReferencedObjects> {
  const { texts, isAll } = await readTexts(paths);
  const logs = ['HEAD', ...(branch === undefined ? [] : [`refs/heads/${branch}`])];
  // Refs and reflogs in reftables are binary, so git must list them.
  const usesTables = !isAll || (await git.hasTableOfRefs());
  const listed = !usesTables
    ? []
    : await Promise.all([
        git.tryQuery('for-each-ref', '--format=%(objectname)', 'refs/worktree', 'refs/bisect'),
        ...logs.map((ref) => git.tryQuery('rev-list', '--walk-reflogs', ref)),
      ]);
  const named = [...texts, ...listed.map((text) => text ?? ''), ...additional].join('\n');
  const ids = new Set(named.match(/(?<![0-9a-f])(?:[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])/gu));
  if (ids.size > limits.objects) throw new GitFailure('too many objects are named');
  for (const id of [...known.commits, ...known.others]) ids.delete(id);
  const unknown = [...ids].filter((id) => !noObject.test(id));
  if (unknown.length === 0) return noObjects;
  const found = await git.queryWithInput(`${unknown.join('\n')}\n`, 'cat-file', '--batch-check');
  const commits: string[] = [];
  const others: string[] = [];
  for (const line of found.split('\n')) {
    const [id = '', kind = ''] = line.split(' ');
    if (kind === 'commit') commits.push(id);
    else if (kind === 'blob' || kind === 'tree' || kind === 'tag') others.push(id);
  }
  return { commits, others };
}

export function mergeObjects(one: ReferencedObjects, other: ReferencedObjects): ReferencedObjects {
  return {
    commits: [...one.commits, ...other.commits],
    others: [...one.others, ...other.others],
  };
}

/** Counts these commits and their ancestors that are on no branch, remote branch or tag. */
export async function countUnreferenced(
  git: WorktreeGit,
  commits: readonly string[],
): Promise<number> {
  if (commits.length === 0) return 0;
  const exclusions = ['--not', '--branches', '--remotes', '--tags'];
  const input = `${commits.join('\n')}\n`;
  return Number(await git.queryWithInput(input, 'rev-list', '--count', '--stdin', ...exclusions));
}

/** Creates refs below `refs`, numbered from `after + 1`, so that git keeps the objects. */
export async function keepObjects(
  git: WorktreeGit,
  refs: string,
  { commits, others }: ReferencedObjects,
  after = 0,
): Promise<void> {
  const wanted = [...(await withoutParents(git, commits)), ...others];
  const lines = wanted.map((id, index) => `create ${refs}/${after + index + 1} ${id}\n`);
  if (lines.length > 0) await git.queryWithInput(lines.join(''), 'update-ref', '--stdin');
}

export async function deleteRefs(git: WorktreeGit, refs: string): Promise<void> {
  const lines = (await listRefs(git, refs)).map(({ ref, id }) => `delete ${ref} ${id}\n`);
  if (lines.length > 0) await git.queryWithInput(lines.join(''), 'update-ref', '--stdin');
}

interface SavedRef {
  readonly ref: string;
  readonly id: string;
}

async function listRefs(git: WorktreeGit, refs: string): Promise<readonly SavedRef[]> {
  const output = await git.query('for-each-ref', '--format=%(objectname) %(refname)', `${refs}/`);
  return output.split('\n').flatMap((line) => {
    const [id = '', ref = ''] = line.split(' ');
    return ref === '' ? [] : [{ ref, id }];
  });
}

/** Excludes parents of other listed commits, since a ref to a commit also keeps its ancestors. */
async function withoutParents(
  git: WorktreeGit,
  commits: readonly string[],
): Promise<readonly string[]> {
  if (commits.length < 2) return commits;
  const input = `${commits.join('\n')}\n`;
  const output = await git.queryWithInput(input, 'rev-list', '--no-walk', '--parents', '--stdin');
  const parents = new Set(output.split('\n').flatMap((line) => line.split(' ').slice(1)));
  return commits.filter((id) => !parents.has(id));
}

interface Texts {
  readonly texts: readonly string[];
  /** False if a link or special file was skipped, which git may follow. */
  readonly isAll: boolean;
}

/**
 * Reads files, and all files in folders, except the index: `git status` has compared it with HEAD.
 */
async function readTexts(paths: readonly string[]): Promise<Texts> {
  const texts: string[] = [];
  let isAll = true;
  const waiting = [...paths];
  let bytes = 0;
  for (let next = waiting.pop(), seen = 0; next !== undefined; next = waiting.pop(), seen += 1) {
    const stats = await lstat(next).catch(() => undefined);
    if (stats?.isDirectory() === true) {
      for (const name of await readdir(next)) waiting.push(path.join(next, name));
    } else if (stats?.isFile() === false) {
      isAll = false;
    } else if (stats !== undefined && path.basename(next) !== 'index') {
      bytes += stats.size;
      const text = bytes > limits.bytes ? undefined : await readOrdinary(next, limits.bytes);
      if (text === undefined) throw new GitFailure('its own files are too large');
      texts.push(text.toString('latin1'));
    }
    if (seen > limits.files) throw new GitFailure('its own files are too many');
  }
  return { texts, isAll };
}
