import * as fs from 'node:fs';
import { isPlausible } from '../../../../shared/protocol/plausible';
import { FileTail, type TailSink } from '../../../transcript/file/fileTail';
import type { ReadPlace } from '../../../transcript/file/readPlace';
import type { WalkBuffer } from '../../../transcript/lines/lineWalk';
import { isSameStamp, type FileStamp } from '../../../agents/transcripts/files';
import type { MessageRecord, TranscriptFormat } from '../../../agents/transcripts/format';
import type { UsageLedger } from './usageLedger';

/** How far the usage of a file has been counted. */
type UsagePlace = FileStamp & ReadPlace;

/** A transcript whose usage is counted. */
export class UsageFile {
  readonly tail = new FileTail();
  /** The file's state when it was last counted. */
  private size = 0;
  private mtimeMs = 0;

  constructor(
    readonly path: string,
    readonly source: number,
    readonly format: TranscriptFormat,
  ) {}

  /** Undefined before the first reading. */
  get place(): UsagePlace | undefined {
    const { place } = this.tail;
    return place && { ...place, size: this.size, mtimeMs: this.mtimeMs };
  }

  /** Continues from an earlier count. */
  resume({ size, mtimeMs, ...place }: UsagePlace): void {
    this.tail.resume(place);
    this.setCounted({ size, mtimeMs });
  }

  setCounted({ size, mtimeMs }: Pick<FileStamp, 'size' | 'mtimeMs'>): void {
    this.size = size;
    this.mtimeMs = mtimeMs;
  }

  isUpToDate(now: FileStamp | undefined): boolean {
    return isSameStamp(this.place, now);
  }

  /** Returns the maximum number of bytes that must be read of the file in its present state. */
  unread(now: FileStamp): number {
    if (this.isUpToDate(now)) return 0;
    const { wholeLines } = this.tail;
    return now.size >= wholeLines ? now.size - wholeLines : now.size;
  }
}

/** Counts new lines of transcripts into a ledger, one file at a time, with one shared buffer. */
export class UsageCounter {
  constructor(
    private readonly ledger: UsageLedger,
    private readonly buffer: WalkBuffer,
  ) {}

  /**
   * Counts a file's new lines. Yields the number of bytes after each portion; throws the system's
   * error if the file can't be read.
   */
  *read(file: UsageFile): Generator<number, void> {
    const { path, source, tail, format } = file;
    const descriptor = fs.openSync(path, 'r');
    try {
      const stat = fs.fstatSync(descriptor);
      const usage = format.usage({ file: descriptor, from: tail.wholeLines });
      const sink: TailSink = {
        onLine: (line, _offset, mark) => this.count(source, usage.read(line, mark)),
        onRestart: () => this.ledger.drop(new Set([source])),
      };
      yield* tail.read({ file: descriptor, stat, shared: this.buffer }, sink, usage.mark);
      file.setCounted(stat);
    } finally {
      fs.closeSync(descriptor);
      this.buffer.shrink();
    }
  }

  private count(source: number, records: readonly MessageRecord[]): void {
    for (const record of records) if (isPlausible(record.usage)) this.ledger.record(source, record);
  }
}
