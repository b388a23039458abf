import * as fs from 'node:fs';
import { isPlausible } from '../../../../shared/protocol/plausible';
import { goesOn, placeAt, type ReadPlace } from '../../../transcript/file/readPlace';
import { lineText } from '../../../transcript/lines/lineText';
import { walkLines, type OnLine, type WalkBuffer } from '../../../transcript/lines/lineWalk';
import { isSameStamp, type FileStamp } from '../../../agents/claude/catalogue/transcriptFolders';
import { messagesIn } from '../../../agents/claude/entry/messageUsage';
import {
  isRepeated,
  usageKey,
  writtenUsage,
  type WrittenUsage,
} from '../../../agents/claude/entry/repeatedUsage';
import type { UsageLedger } from './usageLedger';

/** How far the usage in a file has been counted. */
type UsagePlace = FileStamp & ReadPlace;

/** A transcript whose usage is counted. */
export class UsageFile {
  /** Undefined before the first reading. */
  place: UsagePlace | undefined;

  constructor(
    readonly path: string,
    readonly source: number,
  ) {}

  /** The number of bytes that may have to be read, of the file as it is now. */
  unread(now: FileStamp): number {
    if (this.place === undefined) return now.size;
    if (isSameStamp(this.place, now)) return 0;
    return now.size >= this.place.offset ? now.size - this.place.offset : now.size;
  }
}

/** Counts into a ledger what is new in transcripts, one file at a time, all through one buffer. */
export class UsageCounter {
  /** Id and usage of the last counted line of the present file; undefined where the next one is parsed anyway. */
  private last: WrittenUsage | undefined;

  constructor(
    private readonly ledger: UsageLedger,
    private readonly buffer: WalkBuffer,
  ) {}

  /**
   * Counts what is new in a file. Yields the bytes read after each portion; throws the system's error
   * where the file cannot be read.
   */
  *read(file: UsageFile): Generator<number, void> {
    const { path, source } = file;
    const descriptor = fs.openSync(path, 'r');
    try {
      const stat = fs.fstatSync(descriptor);
      if (file.place !== undefined && !goesOn(descriptor, stat, file.place)) {
        this.ledger.drop(new Set([source]));
        file.place = undefined;
      }
      this.last = undefined;
      const { size, mtimeMs } = stat;
      const from = file.place?.offset ?? 0;
      const onLine: OnLine = (line, _offset, mark) => this.count(source, line, mark);
      const offset = yield* walkLines(descriptor, from, size, this.buffer, onLine, usageKey);
      file.place = { ...placeAt(descriptor, stat, offset, file.place), size, mtimeMs };
    } finally {
      fs.closeSync(descriptor);
      this.buffer.shrink();
    }
  }

  private count(source: number, line: Buffer, mark: number): void {
    if (this.last !== undefined && isRepeated(this.last, line, mark)) return;
    const records = messagesIn(lineText(line));
    for (const record of records) if (isPlausible(record.usage)) this.ledger.record(source, record);
    const [only, ...others] = records;
    this.last = only && others.length === 0 ? writtenUsage(line, mark, only.messageId) : undefined;
  }
}
