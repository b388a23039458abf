import { realpath, stat } from 'node:fs/promises';
import { maxReviewTextBytes } from '../../../shared/protocol/work/review';
import { isMissing } from '../../util/files/isMissing';
import { readOrdinary } from '../../util/files/readOrdinary';
import type { GitObjects } from './gitObjects';
import type { KeptContent } from './fileHistory';

/** Bytes at a file's beginning in which a NUL makes it binary, as for git. */
const binaryBytes = 8_000;

/** Content of one side; `none` where there is no such file, `gone` where it cannot be had any more. */
export type Content =
  | { readonly kind: 'text' | 'binary'; readonly bytes: Buffer }
  | { readonly kind: 'large' | 'none' | 'gone' };

/** A blob, and the path by which git knows how to write it. */
export interface BlobSource {
  readonly id: string;
  readonly size: number;
  readonly path: string;
  readonly objects: GitObjects;
}

/** The place of a file's content before the session changed it; `none` where there was no such file. */
export type BeforeSource = { readonly blob: BlobSource } | KeptContent;

export function isBlob(source: BeforeSource | undefined): source is { readonly blob: BlobSource } {
  return source !== undefined && source !== 'none' && 'blob' in source;
}

/** Reads blobs, those of one repository by one process. */
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

/** The client's copy of a file. */
export function copyContent(file: string): Promise<Content> {
  return ordinary(file).catch(() => ({ kind: 'gone' }));
}

/** The file as it is now. A path that leads elsewhere by now is not opened. */
export async function contentNow(file: string): Promise<Content> {
  try {
    if ((await realpath(file)) !== file) return { kind: 'gone' };
    return await ordinary(file);
  } catch (error) {
    return { kind: isMissing(error) ? 'none' : 'gone' };
  }
}

/** What is known of a file without reading it; undefined where there is none. */
export interface FileTimes {
  readonly size: number;
  /** In ms since 1970. */
  readonly writtenAt: number;
  /** In ms since 1970; not every file system keeps it. */
  readonly madeAt: number;
}

export async function timesOf(file: string): Promise<FileTimes | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile() !== true) return undefined;
  return { size: stats.size, writtenAt: stats.mtimeMs, madeAt: stats.birthtimeMs };
}

export function isSameContent(one: Content, other: Content): boolean {
  if ('bytes' in one && 'bytes' in other) return one.bytes.equals(other.bytes);
  return one.kind === 'none' && other.kind === 'none';
}

async function ordinary(file: string): Promise<Content> {
  const bytes = await readOrdinary(file, maxReviewTextBytes);
  if (bytes !== undefined) return contentOf(bytes);
  return { kind: (await stat(file)).isFile() ? 'large' : 'none' };
}

function contentOf(bytes: Buffer): Content {
  if (bytes.length > maxReviewTextBytes) return { kind: 'large' };
  return { kind: bytes.subarray(0, binaryBytes).includes(0) ? 'binary' : 'text', bytes };
}
