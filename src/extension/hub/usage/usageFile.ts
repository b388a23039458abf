import * as fs from 'node:fs';
import { walkLines, type WalkBuffer } from '../ingest/lineWalk';
import { isSameStamp, type FileStamp } from '../ingest/transcriptFolders';
import type { LineRow } from '../lines/lineRow';
import { IdHash } from './idHash';

const newline = 0x0a;
/** The first bytes of a file tell whether it is still the one that the cache speaks of. */
const headBytes = 1_024;

/** How far the usage in a file has been counted. */
export interface UsagePlace extends FileStamp {
  /** The place behind the last whole line. */
  readonly offset: number;
  /** Of the first bytes, `headBytes` at most and none behind `offset`. */
  readonly headHash: number;
}

/** A transcript whose usage is counted. */
export class UsageFile {
  /** Undefined before the first reading. */
  place: UsagePlace | undefined;
  /** The head is compared once: before what the cache says is built upon. */
  isCached = false;
  /** How often a reading of it was begun. */
  readings = 0;

  constructor(
    readonly path: string,
    readonly source: number,
  ) {}

  /** Bytes that may have to be read. */
  unread(now: FileStamp): number {
    if (this.place === undefined) return now.size;
    if (isSameStamp(this.place, now)) return 0;
    return now.size >= this.place.offset ? now.size - this.place.offset : now.size;
  }
}

/** Told of a file while it is read. */
export interface OnUsage {
  /** It is another than was read before: what that told counts no more. */
  replaced(): void;
  /** A line that tells a usage, or that only parsing tells; the row is only good during the call. */
  line(row: LineRow): void;
}

/** Reads what is new in transcripts, one file at a time, all through one buffer. */
export class UsageLines {
  private readonly hash = new IdHash();
  private readonly head = Buffer.alloc(headBytes);

  constructor(private readonly buffer: WalkBuffer) {}

  /** Yields between portions, with the bytes read. Throws the system's error where it cannot. */
  *read(file: UsageFile, on: OnUsage): Generator<number, void> {
    file.readings += 1;
    const descriptor = fs.openSync(file.path, 'r');
    try {
      const { dev, ino, size, mtimeMs } = fs.fstatSync(descriptor);
      const known = file.place;
      if (known !== undefined && this.isOther(descriptor, { dev, ino, size, mtimeMs }, file)) {
        on.replaced();
        file.place = undefined;
      }
      file.isCached = false;
      const from = file.place?.offset ?? 0;
      const onLine = (row: LineRow): void => on.line(row);
      const offset = yield* walkLines(descriptor, from, size, this.buffer, 'usage', onLine);
      const headHash =
        from >= headBytes && file.place !== undefined
          ? file.place.headHash
          : this.hashOfHead(descriptor, offset);
      file.place = { dev, ino, size, mtimeMs, offset, headHash };
    } finally {
      fs.closeSync(descriptor);
      this.buffer.shrink();
    }
  }

  /** Whether the file was cut, replaced or written over since. */
  private isOther(descriptor: number, now: FileStamp, { place, isCached }: UsageFile): boolean {
    if (place === undefined) return false;
    if (now.ino !== place.ino || now.dev !== place.dev || now.size < place.offset) return true;
    if (place.offset === 0) return false;
    if (isCached && this.hashOfHead(descriptor, place.offset) !== place.headHash) return true;
    const read = fs.readSync(descriptor, this.head, 0, 1, place.offset - 1);
    return read !== 1 || this.head[0] !== newline;
  }

  private hashOfHead(descriptor: number, offset: number): number {
    const read = fs.readSync(descriptor, this.head, 0, Math.min(headBytes, offset), 0);
    const { low, high } = this.hash.of(this.head.toString('latin1', 0, read));
    return low * 2 ** 21 + (high >>> 11);
  }
}
