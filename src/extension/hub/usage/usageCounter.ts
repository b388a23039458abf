import * as fs from 'node:fs';
import { isPlausible, pastTime } from '../../../shared/protocol/plausible';
import { goesOn, placeAt, type ReadPlace } from '../../transcript/file/readPlace';
import { walkLines, type WalkBuffer } from '../../transcript/lines/lineWalk';
import { isSameStamp, type FileStamp } from '../../transcript/catalogue/transcriptFolders';
import { parseTranscriptEntry } from '../../transcript/entry/transcriptEntry';
import { lineKind, type LineRow } from '../../transcript/lines/lineRow';
import { MessageOfRow } from './messageOfRow';
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
  private readonly message: MessageOfRow;

  constructor(
    private readonly ledger: UsageLedger,
    private readonly buffer: WalkBuffer,
  ) {
    this.message = new MessageOfRow(ledger.models, ledger.owners);
  }

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
      const { size, mtimeMs } = stat;
      const from = file.place?.offset ?? 0;
      const onLine = (row: LineRow): void => this.count(source, row);
      const offset = yield* walkLines(descriptor, from, size, this.buffer, 'usage', onLine);
      file.place = { ...placeAt(descriptor, stat, offset, file.place), size, mtimeMs };
    } finally {
      fs.closeSync(descriptor);
      this.buffer.shrink();
    }
  }

  private count(source: number, row: LineRow): void {
    const { ledger, message } = this;
    if (row.kind !== lineKind.unsure) {
      // Names are told once: a row that is passed over may have one of the next.
      const { usage, at } = message.of(row);
      if (isPlausible(usage) && pastTime(at) !== undefined) ledger.count(source, message);
    } else {
      const record = parseTranscriptEntry(row.text())?.usage;
      if (record !== undefined && isPlausible(record.usage)) ledger.record(source, record);
    }
  }
}
