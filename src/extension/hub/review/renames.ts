import * as path from 'node:path';
import { compareAll, type Candidate, type ComparedFile } from './comparison';
import type { LineCounter } from './lineCounts';
import { isBlob, timesOf } from './sides';
import { blobsOf, sourceOf, type BasedTree, type FileBlobs } from './workTrees';

/** A listed file; `from` is the previous path of a renamed one. */
export interface ListedFile extends ComparedFile {
  readonly from?: string;
}

/** Detects renames among changed files, by equal contents or by git's index. */
export async function withRenames(
  compared: readonly ComparedFile[],
  counter: LineCounter,
): Promise<readonly ListedFile[]> {
  let listed = pairBySameContent(compared);
  for (const tree of treesOf(listed)) listed = await pairByIndex(listed, tree, counter);
  return listed;
}

/**
 * Pairs each deleted file with a new one of equal content. Contents that several deleted or several
 * new files have are ambiguous, and not paired.
 */
function pairBySameContent(compared: readonly ComparedFile[]): readonly ListedFile[] {
  const deleted = byDigest(compared, 'deleted');
  const created = byDigest(compared, 'new');
  const oldByNew = new Map<ComparedFile, ComparedFile>();
  for (const [digest, [from, otherDeleted]] of deleted) {
    const [to, otherNew] = created.get(digest) ?? [];
    if (
      from !== undefined &&
      to !== undefined &&
      otherDeleted === undefined &&
      otherNew === undefined
    )
      oldByNew.set(to, from);
  }
  const renamed = new Set(oldByNew.values());
  return compared
    .filter((one) => !renamed.has(one))
    .map((one) => {
      const from = oldByNew.get(one);
      return from === undefined ? one : asRename(one, from, { added: 0, removed: 0 });
    });
}

function byDigest(
  compared: readonly ComparedFile[],
  kind: ComparedFile['kind'],
): ReadonlyMap<string, readonly ComparedFile[]> {
  const found = new Map<string, ComparedFile[]>();
  for (const one of compared) {
    // Without a known previous content, a file that is listed as new may have existed.
    if (one.kind !== kind || one.digest === undefined || one.candidate.before === undefined)
      continue;
    found.set(one.digest, [...(found.get(one.digest) ?? []), one]);
  }
  return found;
}

function asRename(
  to: ComparedFile,
  { candidate: { before, against, subject } }: ComparedFile,
  counts: Pick<ComparedFile, 'added' | 'removed'>,
): ListedFile {
  const candidate = { ...to.candidate, before, against };
  return { ...to, ...counts, candidate, kind: 'renamed', from: subject.path };
}

/** Returns the work trees with new or deleted files, which may be renames. */
function treesOf(listed: readonly ListedFile[]): ReadonlySet<BasedTree> {
  return new Set(
    listed.flatMap(({ kind, candidate: { tree } }) =>
      tree !== undefined && (kind === 'new' || kind === 'deleted') ? [tree] : [],
    ),
  );
}

/** Pairs files whose path in the index differs from that in the base commit, as after `git mv`. */
async function pairByIndex(
  listed: readonly ListedFile[],
  tree: BasedTree,
  counter: LineCounter,
): Promise<readonly ListedFile[]> {
  if (typeof tree.base !== 'object') return listed;
  const files = new Map(listed.map((one) => [one.candidate.subject.path, one]));
  const pairs = await tree.objects.renames(tree.base.id);
  const moves = pairs.flatMap(([fromName, toName]): readonly Move[] => {
    const [from, to] = [path.join(tree.place.top, fromName), path.join(tree.place.top, toName)];
    const [deletedFile, createdFile] = [files.get(from), files.get(to)];
    const isListed = deletedFile !== undefined || createdFile !== undefined;
    const canBeRename =
      (deletedFile?.kind ?? 'deleted') === 'deleted' && (createdFile?.kind ?? 'new') === 'new';
    return isListed && canBeRename ? [{ from, to, deletedFile, createdFile }] : [];
  });
  if (moves.length === 0) return listed;
  for (const renamed of await compareMoves(tree, moves, counter)) {
    files.delete(renamed.from);
    files.set(renamed.candidate.subject.path, renamed);
  }
  return [...files.values()];
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** The deleted and the new file, if they are listed. */
  readonly deletedFile: ListedFile | undefined;
  readonly createdFile: ListedFile | undefined;
}

/** Compares each moved file with its content at the old path. */
async function compareMoves(
  tree: BasedTree,
  moves: readonly Move[],
  counter: LineCounter,
): Promise<readonly (ListedFile & { readonly from: string })[]> {
  const blobs = await blobsOf(
    tree,
    moves.flatMap(({ from, to }) => [from, to]),
  );
  const all = await Promise.all(
    moves.map((move, index) => candidateOf(tree, move, blobs[2 * index], blobs[2 * index + 1])),
  );
  const candidates = all.flatMap((one) => one ?? []);
  const compared = await compareAll(candidates, counter);
  const byCandidate = new Map(compared.map((one) => [one.candidate, one]));
  return moves.flatMap(({ from }, index) => {
    const candidate = all[index];
    if (candidate === undefined) return [];
    return [
      { ...(byCandidate.get(candidate) ?? unchanged(candidate)), kind: 'renamed', from } as const,
    ];
  });
}

/** Returns undefined if the file at the new path, or the content at the old one, does not exist. */
async function candidateOf(
  tree: BasedTree,
  { from, to, deletedFile, createdFile }: Move,
  old: FileBlobs | undefined,
  present: FileBlobs | undefined,
): Promise<Candidate | undefined> {
  const stats = createdFile?.candidate.stats ?? (await timesOf(to));
  const before =
    deletedFile?.candidate.before ?? (old?.base && { blob: sourceOf(tree, old.base, from) });
  if (stats === undefined || before === undefined) return undefined;
  const at = Math.max(
    deletedFile?.candidate.subject.at ?? 0,
    createdFile?.candidate.subject.at ?? 0,
  );
  return {
    subject: { path: to, called: [to], at },
    against: deletedFile?.candidate.against ?? 'commit',
    before,
    head: present?.head && sourceOf(tree, present.head, to),
    isExecutable: old?.isExecutable === true,
    isFiltered: old?.isFiltered === true || present?.isFiltered === true,
    tree,
    stats,
  };
}

/** Returns the result for a file whose content equals that at its old path. */
function unchanged(candidate: Candidate): ComparedFile {
  const { before, head } = candidate;
  const isCommitted = isBlob(before) && head?.id === before.blob.id;
  const counts = { added: 0, removed: 0, ...(isCommitted && { committed: true }) };
  return { candidate, kind: 'changed', ...counts, digest: undefined };
}
