import { createHash } from 'node:crypto';
import type { ReviewFile } from '../../../shared/protocol/work/review';
import type { LineCounter } from './lineCounts';
import type { BeforeSource, BlobSource, Content, FileTimes } from './sides';
import { blobContents, contentNow, copyContent, isBlob, isSameContent } from './sides';
import type { Subject } from './subjects';
import type { BasedTree } from './workTrees';

/**
 * Number of bytes after which a portion is full; files are compared in portions to limit memory.
 */
const portionBytes = 48 * 1024 * 1024;

/** A file that may have changed, and the sources of its contents. */
export interface Candidate {
  readonly subject: Subject;
  readonly against: ReviewFile['against'];
  /** Undefined if the previous content is unknown. */
  readonly before: BeforeSource | undefined;
  /** The file's blob in HEAD; undefined if HEAD has no such file. */
  readonly head: BlobSource | undefined;
  /** True if a git filter produces the file, so that its bytes differ from the blob's. */
  readonly isFiltered: boolean;
  /** True if the file is executable in the base commit. */
  readonly isExecutable: boolean;
  /** Undefined outside git. */
  readonly tree: BasedTree | undefined;
  /** Stat data of the present file; undefined if there is none. */
  readonly stats: FileTimes | undefined;
}

/** The outcome of comparing one file. */
export interface ComparedFile extends Pick<
  ReviewFile,
  'kind' | 'unreadable' | 'added' | 'removed' | 'committed'
> {
  readonly candidate: Candidate;
  /** SHA-256 of a new or a deleted file; undefined for other, empty and unread files. */
  readonly digest: string | undefined;
}

/** Compares files with their previous contents; the result has no unchanged files. */
export async function compareAll(
  candidates: readonly Candidate[],
  counter: LineCounter,
): Promise<readonly ComparedFile[]> {
  const compared: ComparedFile[] = [];
  for (const portion of inPortions(candidates)) {
    const blobs = portion.flatMap(({ before, head }) => [
      ...(isBlob(before) ? [before.blob] : []),
      ...(head === undefined ? [] : [head]),
    ]);
    const contents = await blobContents(blobs);
    const all = await Promise.all(
      portion.map(async (one) => {
        const [before, after] = await Promise.all([
          beforeOf(one.before, contents),
          contentNow(one.subject.path),
        ]);
        return compare(one, before, after, one.head && contents.get(one.head), counter);
      }),
    );
    compared.push(...all.flatMap((one) => one ?? []));
  }
  return compared;
}

function* inPortions(candidates: readonly Candidate[]): Generator<readonly Candidate[]> {
  let portion: Candidate[] = [];
  let bytes = 0;
  for (const one of candidates) {
    portion.push(one);
    const { size = 0 } = one.stats ?? {};
    bytes += size + (isBlob(one.before) ? one.before.blob.size : size) + (one.head?.size ?? 0);
    if (bytes < portionBytes) continue;
    yield portion;
    [portion, bytes] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

async function beforeOf(
  source: BeforeSource | undefined,
  contents: ReadonlyMap<BlobSource, Content>,
): Promise<Content | undefined> {
  if (source === undefined) return undefined;
  if (source === 'none') return { kind: 'none' };
  if (isBlob(source)) return contents.get(source.blob) ?? { kind: 'gone' };
  return copyContent(source.file);
}

/** Returns undefined for an unchanged file. */
function compare(
  candidate: Candidate,
  before: Content | undefined,
  after: Content,
  head: Content | undefined,
  counter: LineCounter,
): ComparedFile | undefined {
  if (before !== undefined && isSameContent(before, after)) return undefined;
  const isNew = before === undefined ? after.kind !== 'none' : before.kind === 'none';
  const kind = after.kind === 'none' ? 'deleted' : isNew ? 'new' : 'changed';
  const unreadable = unreadableOf(before ?? { kind: isNew ? 'none' : 'gone' }, after);
  const counts =
    unreadable === undefined ? counter.count(textOf(before), textOf(after)) : undefined;
  const isCommitted =
    candidate.tree?.hasHead === true && isSameContent(head ?? { kind: 'none' }, after);
  return {
    candidate,
    kind,
    ...(unreadable !== undefined && { unreadable }),
    ...counts,
    ...(isCommitted && { committed: true }),
    digest: kind === 'new' ? digestOf(after) : kind === 'deleted' ? digestOf(before) : undefined,
  };
}

function unreadableOf(before: Content, after: Content): ReviewFile['unreadable'] {
  const kinds = new Set([before.kind, after.kind]);
  return (['gone', 'large', 'binary'] as const).find((kind) => kinds.has(kind));
}

function textOf(content: Content | undefined): string {
  return content !== undefined && 'bytes' in content ? content.bytes.toString('utf8') : '';
}

function digestOf(content: Content | undefined): string | undefined {
  if (content === undefined || !('bytes' in content) || content.bytes.length === 0)
    return undefined;
  return createHash('sha256').update(content.bytes).digest('hex');
}
