import * as fs from 'node:fs';
import { walkLines, type WalkBuffer } from '../ingest/lineWalk';
import type { FileStamp } from '../ingest/transcriptFolders';
import { parseTranscriptLine } from '../ingest/transcriptLine';
import { lineKind, type LineRow } from '../lines/lineRow';
import { IdHash } from './idHash';
import { MessageOfRow } from './messageOfRow';
import type { UsageFile } from './usageFile';
import type { UsageLedger } from './usageLedger';

const newline = 0x0a;
/** The first bytes of a file tell whether it is still the one that the cache speaks of. */
const headBytes = 1_024;

/** Counts into a ledger what is new in transcripts, one file at a time, all through one buffer. */
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

  /** Yields between portions, with the bytes read. Throws the system's error where it cannot. */
  *read(file: UsageFile): Generator<number, void> {
    const { path, source } = file;
    const descriptor = fs.openSync(path, 'r');
    try {
      const { dev, ino, size, mtimeMs } = fs.fstatSync(descriptor);
      if (this.isOther(descriptor, { dev, ino, size, mtimeMs }, file)) {
        this.ledger.drop(new Set([source]));
        file.place = undefined;
      }
      file.isCached = false;
      const from = file.place?.offset ?? 0;
      const onLine = (row: LineRow): void => this.count(source, row);
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

  private count(source: number, row: LineRow): void {
    const { ledger, message } = this;
    if (row.kind !== lineKind.unsure) ledger.count(source, message.of(row));
    else {
      const record = parseTranscriptLine(row.text())?.usage;
      if (record !== undefined) ledger.record(source, record);
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
