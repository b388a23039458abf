import * as fs from 'node:fs';
import { walkLines, type WalkBuffer } from '../ingest/lineWalk';
import { isSameStamp, type FileStamp } from '../ingest/transcriptFolders';
import { parseTranscriptLine } from '../ingest/transcriptLine';
import { lineKind } from '../lines/lineRow';
import { IdHash } from './idHash';
import { MessageOfRow } from './messageOfRow';
import type { UsageLedger } from './usageLedger';

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

/** Counts into a ledger what the lines of transcripts say, one file at a time, all through one buffer. */
export class UsageReader {
  private readonly message: MessageOfRow;
  private readonly hash = new IdHash();
  private readonly head = Buffer.alloc(headBytes);

  constructor(
    private readonly ledger: UsageLedger,
    private readonly buffer: WalkBuffer,
  ) {
    this.message = new MessageOfRow(ledger.models, ledger.owners);
  }

  /** Reads what is new; yields between portions, with the bytes read. Throws the system's error where it cannot. */
  *read(file: UsageFile): Generator<number, void> {
    const descriptor = fs.openSync(file.path, 'r');
    try {
      const { dev, ino, size, mtimeMs } = fs.fstatSync(descriptor);
      const known = file.place;
      if (known !== undefined && this.isOther(descriptor, { dev, ino, size, mtimeMs }, file)) {
        this.ledger.drop(new Set([file.source]));
        file.place = undefined;
      }
      file.isCached = false;
      const from = file.place?.offset ?? 0;
      const offset = yield* this.lines(descriptor, from, size, file.source);
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

  private lines(
    descriptor: number,
    from: number,
    size: number,
    source: number,
  ): Generator<number, number> {
    const { message, ledger } = this;
    return walkLines(descriptor, from, size, this.buffer, 'usage', (line) => {
      if (line.kind !== lineKind.unsure) ledger.count(source, message.of(line));
      else {
        const record = parseTranscriptLine(line.text())?.usage;
        if (record !== undefined) ledger.record(source, record);
      }
    });
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
