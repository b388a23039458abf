import { realpath, stat } from 'node:fs/promises';
import { maxReviewTextBytes } from '../../../shared/protocol/work/review';
import { isMissing } from '../../util/files/isMissing';
import { readOrdinary } from '../../util/files/readOrdinary';
import type { GitObjects } from './gitObjects';
import type { StoredContent } from '../../agents/transcripts/transcriptHome';

/** A NUL in this many leading bytes makes a file binary, by git's rule. */
const binaryBytes = 8_000;

/**
 * Content of one side: `none` if there is no file, `gone` if it can no longer be read, `large` if
 * it exceeds `maxReviewTextBytes`.
 */
export type Content =
  | { readonly kind: 'text' | 'binary'; readonly bytes: Buffer }
  | { readonly kind: 'large' | 'none' | 'gone' };

/** A blob, and the path whose git attributes determine how it is converted for the work tree. */
export interface BlobSource {
  readonly id: string;
  readonly size: number;
  readonly path: string;
  readonly objects: GitObjects;
}

/** Location of a file's content before the session's changes; `none` if there was no file. */
export type BeforeSource = { readonly blob: BlobSource } | StoredContent;

export function isBlob(source: BeforeSource | undefined): source is { readonly blob: BlobSource } {
  return source !== undefined && source !== 'none' && 'blob' in source;
}

/** Reads blobs, with one process for each repository. */
export async function blobContents(
  blobs: readonly BlobSource[],
): Promise<ReadonlyMap<BlobSource, Content>> {
  const found = new Map<BlobSource, Content>();
  const wanted = new Map<GitObjects, BlobSource[]>();
  for (const blob of blobs) {
    if (blob.size > maxReviewTextBytes) found.set(blob, { kind: 'large' });
    else wanted.set(blob.objects, [...(wanted.get(blob.objects) ?? []), blob]);
  }
  for (const [objects, some] of wanted) {
    const contents = await objects.contents(some);
    for (const [index, blob] of some.entries()) {
      const bytes = contents[index];
      found.set(blob, bytes === undefined ? { kind: 'gone' } : contentOf(bytes));
    }
  }
  return found;
}

/** Reads the client's copy of a file. */
export function copyContent(file: string): Promise<Content> {
  return readContent(file).catch(() => ({ kind: 'gone' }));
}

/** Reads the present file. A path that has become a link to a different file is not opened. */
export async function contentNow(file: string): Promise<Content> {
  try {
    if ((await realpath(file)) !== file) return { kind: 'gone' };
    return await readContent(file);
  } catch (error) {
    return { kind: isMissing(error) ? 'none' : 'gone' };
  }
}

/** Size and times of a file. */
export interface FileTimes {
  readonly size: number;
  /** In ms since 1970. */
  readonly writtenAt: number;
  /** In ms since 1970; some file systems do not record it. */
  readonly createdAt: number;
}

export async function timesOf(file: string): Promise<FileTimes | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile() !== true) return undefined;
  return { size: stats.size, writtenAt: stats.mtimeMs, createdAt: stats.birthtimeMs };
}

export function isSameContent(one: Content, other: Content): boolean {
  if ('bytes' in one && 'bytes' in other) return one.bytes.equals(other.bytes);
  return one.kind === 'none' && other.kind === 'none';
}

async function readContent(file: string): Promise<Content> {
  const bytes = await readOrdinary(file, maxReviewTextBytes);
  if (bytes !== undefined) return contentOf(bytes);
  return { kind: (await stat(file)).isFile() ? 'large' : 'none' };
}

function contentOf(bytes: Buffer): Content {
  if (bytes.length > maxReviewTextBytes) return { kind: 'large' };
  return { kind: bytes.subarray(0, binaryBytes).includes(0) ? 'binary' : 'text', bytes };
}
