import { parseTranscriptLine } from '../ingest/transcriptLine';
import { lineKind, type LineRow } from '../lines/lineRow';
import { MessageOfRow } from './messageOfRow';
import type { UsageLedger } from './usageLedger';

/** Counts lines into a ledger: the rows of one file after the other, each file's in their order. */
export class RowCounter {
  private readonly message: MessageOfRow;

  constructor(private readonly ledger: UsageLedger) {
    this.message = new MessageOfRow(ledger.models, ledger.owners);
  }

  count(source: number, row: LineRow): void {
    const { ledger, message } = this;
    if (row.kind !== lineKind.unsure) ledger.count(source, message.of(row));
    else {
      const record = parseTranscriptLine(row.text())?.usage;
      if (record !== undefined) ledger.record(source, record);
    }
  }
}
