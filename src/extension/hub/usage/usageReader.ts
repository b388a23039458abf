import * as fs from 'node:fs';
import { goesOn, placeAt } from '../../transcript/readPlace';
import { walkLines, type WalkBuffer } from '../ingest/lineWalk';
import { parseTranscriptLine } from '../ingest/transcriptLine';
import { lineKind, type LineRow } from '../lines/lineRow';
import { MessageOfRow } from './messageOfRow';
import type { UsageFile } from './usageFile';
import type { UsageLedger } from './usageLedger';

/** Counts into a ledger what is new in transcripts, one file at a time, all through one buffer. */
export class UsageReader {
  private readonly message: MessageOfRow;

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
    if (row.kind !== lineKind.unsure) ledger.count(source, message.of(row));
    else {
      const record = parseTranscriptLine(row.text())?.usage;
      if (record !== undefined) ledger.record(source, record);
    }
  }
}
