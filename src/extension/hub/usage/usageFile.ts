import * as fs from 'node:fs';
import { walkLines, type WalkBuffer } from '../ingest/lineWalk';
import { isSameStamp, type FileStamp } from '../ingest/transcriptFolders';
import type { LineRow } from '../lines/lineRow';
import { goesOn, placeAt, type ReadPlace } from '../../transcript/readPlace';

/** How far the usage in a file has been counted. */
export type UsagePlace = FileStamp & ReadPlace;

/** A transcript whose usage is counted. */
export class UsageFile {
  /** Undefined before the first reading. */
  place: UsagePlace | undefined;
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
  constructor(private readonly buffer: WalkBuffer) {}

  /** Yields between portions, with the bytes read. Throws the system's error where it cannot. */
  *read(file: UsageFile, on: OnUsage): Generator<number, void> {
    file.readings += 1;
    const descriptor = fs.openSync(file.path, 'r');
    try {
      const stat = fs.fstatSync(descriptor);
      if (file.place !== undefined && !goesOn(descriptor, stat, file.place)) {
        on.replaced();
        file.place = undefined;
      }
      const from = file.place?.offset ?? 0;
      const onLine = (row: LineRow): void => on.line(row);
      const { size, mtimeMs } = stat;
      const offset = yield* walkLines(descriptor, from, size, this.buffer, 'usage', onLine);
      file.place = { ...placeAt(descriptor, stat, offset, file.place), size, mtimeMs };
    } finally {
      fs.closeSync(descriptor);
      this.buffer.shrink();
    }
  }
}
