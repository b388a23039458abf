import type { SubagentReadEvent, TranscriptReadEvent } from '../../hub/domain/facts/event';
import { latestFields, type EntryFields } from '../../hub/domain/facts/transcriptEntry';
import type { SubagentTranscriptFacts, TranscriptFacts } from '../../hub/domain/facts/session';
import { foldSubagentLine } from '../../hub/domain/facts/subagentFile';
import { emptyTranscript, foldLine } from '../../hub/domain/facts/transcriptFold';
import type { SignalFact } from '../../hub/domain/facts/signals';
import type { ParsedEntry } from '../../agents/transcripts/entry';
import type { TranscriptFormat } from '../../agents/transcripts/format';
import { nothingAwaited, type AwaitedCommands } from '../signals/awaitedCommands';
import { signalsAfter, type SignalReading } from '../signals/signalsAfter';

/** The facts of one transcript so far. Plain data, so that it can be cached. */
export interface TranscriptFold {
  /** The time in the last line that has one; 0 before the first. */
  readonly lastAt: number;
  /** Set for a session's transcript. */
  readonly facts: TranscriptFacts | undefined;
  /** Set for a subagent's transcript. */
  readonly agent: SubagentTranscriptFacts | undefined;
  readonly awaited: AwaitedCommands;
}

/** The session or subagent that a transcript belongs to. */
export interface FoldSubject {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId?: string | undefined;
}

/** A subject with the parser for its lines. */
export interface SubjectWithFormat extends FoldSubject {
  readonly format: TranscriptFormat;
}

export function newFold({ path, agentId }: FoldSubject): TranscriptFold {
  return {
    lastAt: 0,
    facts: agentId === undefined ? emptyTranscript(path) : undefined,
    agent: undefined,
    awaited: nothingAwaited,
  };
}

/** Applies the next entry. */
export function withEntry(
  before: TranscriptFold,
  subject: FoldSubject,
  parsed: ParsedEntry,
): TranscriptFold {
  const after = withFacts(before, subject, parsed);
  if (parsed.isSidechain && subject.agentId === undefined) return after;
  const known = signalsOf(after);
  const { turns = 0, cwd } = after.facts ?? {};
  return withSignals(after, signalsAfter(known, parsed, turns, cwd), known);
}

function withFacts(
  before: TranscriptFold,
  subject: FoldSubject,
  parsed: ParsedEntry,
): TranscriptFold {
  const lastAt = parsed.at ?? before.lastAt;
  const { line } = parsed;
  if (subject.agentId !== undefined) {
    // The first lines may lack a time, which must not be read as 1970.
    if (lastAt === 0) return before;
    return { ...before, lastAt, agent: foldSubagentLine(before.agent, lastAt, line) };
  }
  const hasNoFacts = line.kind === 'other' && line.shell === undefined;
  if (parsed.isSidechain || hasNoFacts) {
    const isLaterStart = line.kind === 'other' && line.isStart && before.facts?.cwd !== undefined;
    const fields = isLaterStart ? { ...line, cwd: undefined } : line;
    const facts = parsed.isSidechain ? before.facts : withFields(before.facts, fields);
    const isSame = lastAt === before.lastAt && facts === before.facts;
    return isSame ? before : { ...before, lastAt, facts };
  }
  const facts = foldLine(before.facts ?? emptyTranscript(subject.path), lastAt, line);
  return { ...before, lastAt, facts };
}

/**
 * Returns the facts with the fields of an entry that changes nothing else; the same object if no
 * field differs.
 */
function withFields(
  facts: TranscriptFacts | undefined,
  entry: EntryFields,
): TranscriptFacts | undefined {
  const changed = latestFields.filter(
    (field) => entry[field] !== undefined && entry[field] !== facts?.[field],
  );
  if (facts === undefined || changed.length === 0) return facts;
  return { ...facts, ...Object.fromEntries(changed.map((field) => [field, entry[field]])) };
}

/** The signals of a whole transcript, and the commands whose outcome is pending. */
export function signalsOf({ facts, agent, awaited }: TranscriptFold): SignalReading {
  return { signals: facts?.signals ?? agent?.signals ?? noSignals, awaited };
}

const noSignals: readonly SignalFact[] = [];

/**
 * Returns the fold with these signals and awaited commands; the same object if both are those of
 * `known`.
 */
export function withSignals(
  reading: TranscriptFold,
  { signals, awaited }: SignalReading,
  known: SignalReading = signalsOf(reading),
): TranscriptFold {
  const { facts, agent } = reading;
  if (signals === known.signals) {
    return awaited === known.awaited ? reading : { ...reading, awaited };
  }
  return {
    ...reading,
    facts: facts && { ...facts, signals },
    agent: agent && { ...agent, signals },
    awaited,
  };
}

/** The event for a session's transcript that was read at `readAt`, ms since 1970. */
export function transcriptReadEvent(
  sessionId: string,
  facts: TranscriptFacts,
  readAt: number,
): TranscriptReadEvent {
  return { type: 'transcriptRead', sessionId, at: facts.lastAt ?? 0, readAt, facts };
}

/** The event for a subagent's transcript; undefined before its first line with a time. */
export function subagentReadEvent(
  subject: FoldSubject,
  { agent }: TranscriptFold,
): SubagentReadEvent | undefined {
  const { sessionId, agentId, path } = subject;
  if (agentId === undefined || agent === undefined) return undefined;
  return { type: 'subagentRead', sessionId, agentId, at: agent.lastAt, path, transcript: agent };
}
