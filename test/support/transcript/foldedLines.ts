import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import type { TranscriptEntry } from '../../../src/extension/hub/domain/facts/transcriptEntry';
import {
  newFold,
  subagentReadEvent,
  transcriptReadEvent,
  withEntry,
  type TranscriptFold,
  type FoldSubject,
} from '../../../src/extension/transcript/fold/fold';
import type { ParsedEntry } from '../../../src/extension/agents/transcripts/entry';

/** Folds lines of transcripts like the hub, each as soon as it is written. */
export class FoldedLines {
  private readonly readings = new Map<string, TranscriptFold>();

  /** Domain events of the next line of that transcript. */
  read(of: FoldSubject, line: ParsedEntry, readAt: number): DomainEvent[] {
    const before = this.readings.get(of.path) ?? newFold(of);
    const after = withEntry(before, of, line);
    this.readings.set(of.path, after);
    const agent = subagentReadEvent(of, after);
    if (agent !== undefined) return [agent];
    const { facts } = after;
    if (facts === undefined || facts === before.facts) return [];
    return [transcriptReadEvent(of.sessionId, facts, readAt)];
  }
}

/** A line as it is parsed; without `at` it has no time of its own. */
export function parsedLine(line: TranscriptEntry, at?: number): ParsedEntry {
  return { line, at, isSidechain: false };
}
