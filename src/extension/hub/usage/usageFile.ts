import type { ReadPlace } from '../../transcript/readPlace';
import { isSameStamp, type FileStamp } from '../ingest/transcriptFolders';

/** How far the usage in a file has been counted. */
export type UsagePlace = FileStamp & ReadPlace;

/** A transcript whose usage is counted. */
export class UsageFile {
  /** Undefined before the first reading. */
  place: UsagePlace | undefined;

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
