import type { SessionOutcome } from '../../../../shared/protocol/layers/display';
import type { TranscriptFold } from '../../../transcript/fold/fold';
import type { FileChanges } from '../../domain/facts/changes';
import type { SignalFact, WorkFacts } from '../../domain/facts/signals';
import { deliveredView, type WorkSources } from '../../domain/outcome/delivered';
import { contributesToOutcome, outcomeOf } from '../../domain/outcome/outcome';

/** Data of one transcript from which the session's outcome is computed. Stored as JSON. */
export interface TranscriptWork {
  /** Empty unless the signals can lead to an outcome. */
  readonly signals: readonly SignalFact[];
  readonly turns: number;
  readonly humanPromptAt: number | undefined;
  readonly lastAt: number;
  /** Without the files: for an outcome only the time of the last edit matters. */
  readonly changes: FileChanges;
}

const nothing: readonly never[] = [];

export function extractWork({ facts, agent, lastAt }: TranscriptFold): TranscriptWork | undefined {
  const found = facts ?? agent;
  if (found === undefined) return undefined;
  const { signals, changes } = found;
  return {
    signals: signals.some(contributesToOutcome) ? copyOf(signals) : nothing,
    turns: facts?.turns ?? 0,
    humanPromptAt: facts?.humanPromptAt,
    lastAt: agent?.lastAt ?? lastAt,
    changes: shorten(changes),
  };
}

/** Copies the signals: a text cut out of a line would keep the complete line in memory. */
function copyOf(signals: readonly SignalFact[]): readonly SignalFact[] {
  return JSON.parse(JSON.stringify(signals)) as readonly SignalFact[];
}

/**
 * Shortens the changes. If the time of the last edit is unknown, the last changed file is kept: its
 * turn orders it among the signals.
 */
function shorten({ files, edits, lastAt }: FileChanges): FileChanges {
  if (lastAt !== undefined) return { files: nothing, fileCount: 0, edits, lastAt };
  return { files: files.slice(-1), fileCount: Math.min(files.length, 1), edits };
}

const onlyTranscripts: WorkSources = { signals: [], stateOf: () => undefined };

/** Returns the outcome of a session from its own transcript and those of its subagents. */
export function outcomeFrom(
  transcript: TranscriptWork | undefined,
  subagents: readonly TranscriptWork[],
): SessionOutcome | undefined {
  const all = transcript === undefined ? subagents : [transcript, ...subagents];
  if (all.every(({ signals }) => signals.length === 0)) return undefined;
  const facts: WorkFacts = {
    transcript,
    subagentFiles: new Map(subagents.map((one, index) => [String(index), one])),
  };
  return outcomeOf(deliveredView(facts, onlyTranscripts));
}
