import { isSameStamp, type FileStamp } from '../ingest/transcriptFolders';

/** How far the usage in a file has been counted. */
export interface UsagePlace extends FileStamp {
  /** The place behind the last whole line. */
  readonly offset: number;
  /** Of the first bytes, `headBytes` of the reader at most and none behind `offset`. */
  readonly headHash: number;
}

/** A transcript whose usage is counted. */
export class UsageFile {
  /** Undefined before the first reading. */
  place: UsagePlace | undefined;
  /** The head is compared once: before what the cache says is built upon. */
  isCached = false;

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
