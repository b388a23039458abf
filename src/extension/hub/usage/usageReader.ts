import type { WalkBuffer } from '../ingest/lineWalk';
import { RowCounter } from './rowCounter';
import { UsageLines, type UsageFile } from './usageFile';
import type { UsageLedger } from './usageLedger';

/** Counts into a ledger what is new in transcripts, one file at a time. */
export class UsageReader {
  private readonly counter: RowCounter;
  private readonly lines: UsageLines;

  constructor(
    private readonly ledger: UsageLedger,
    buffer: WalkBuffer,
  ) {
    this.counter = new RowCounter(ledger);
    this.lines = new UsageLines(buffer);
  }

  /** Yields between portions, with the bytes read. Throws the system's error where it cannot. */
  read(file: UsageFile): Generator<number, void> {
    const { source } = file;
    return this.lines.read(file, {
      replaced: () => this.ledger.drop(new Set([source])),
      line: (row) => this.counter.count(source, row),
    });
  }
}
