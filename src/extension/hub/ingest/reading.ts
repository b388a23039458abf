import type { SubagentTranscriptEvent, TranscriptLine } from '../domain/event';
import { noChanges, type FileChanges } from '../domain/changes';
import {
  emptyTranscript,
  reduceSubagentTranscript,
  reduceTranscript,
} from '../domain/reduceTranscript';
import type { SubagentFileFacts, TranscriptFacts } from '../domain/session';
import type { ParsedLine } from './transcriptLine';

/** What the lines of one transcript said so far. Plain data: the cache keeps it. */
export interface Reading {
  /** The last line's own time; 0 until one has any. */
  readonly lastAt: number;
  /** Of a session's transcript. */
  readonly facts: TranscriptFacts | undefined;
  /** Of a subagent's transcript. */
  readonly agent: SubagentFileFacts | undefined;
}

/** Whose transcript it is. */
export interface ReadingOf {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId?: string | undefined;
}

export function newReading({ path, agentId }: ReadingOf): Reading {
  return {
    lastAt: 0,
    facts: agentId === undefined ? emptyTranscript(path) : undefined,
    agent: undefined,
  };
}

/** Folds the next line. */
export function withLine(before: Reading, of: ReadingOf, parsed: ParsedLine): Reading {
  const lastAt = parsed.at ?? before.lastAt;
  const { line } = parsed;
  if (of.agentId !== undefined) {
    // The first lines may have no time: that is not 1970.
    if (lastAt === 0) return before;
    if (before.agent !== undefined && !changesTools(line)) {
      const agent = { ...before.agent, lastAt: Math.max(before.agent.lastAt, lastAt) };
      return { ...before, lastAt, agent };
    }
    return { ...before, lastAt, agent: foldAgent(before.agent, of, lastAt, line) };
  }
  if (parsed.isSidechain || line.kind === 'other') {
    return lastAt === before.lastAt ? before : { ...before, lastAt };
  }
  const { sessionId } = of;
  const facts = reduceTranscript(before.facts, { type: 'transcript', sessionId, at: lastAt, line });
  return { ...before, lastAt, facts };
}

/** What all lines of a transcript changed. */
export function changesOf({ facts, agent }: Reading): FileChanges {
  return facts?.changes ?? agent?.changes ?? noChanges;
}

/** The reading with what all lines changed, where only some of them were folded. */
export function withChanges(reading: Reading, changes: FileChanges): Reading {
  const { facts, agent } = reading;
  return {
    ...reading,
    facts: facts && { ...facts, changes },
    agent: agent && { ...agent, changes },
  };
}

/** What a subagent's card needs to come out as if the hub had seen every line. */
export function agentEvents(of: ReadingOf, { agent }: Reading): SubagentTranscriptEvent[] {
  const { sessionId, agentId, path } = of;
  if (agentId === undefined || agent === undefined) return [];
  const common = { type: 'subagentTranscript', sessionId, agentId, path } as const;
  return [
    { ...common, at: agent.firstAt },
    { ...common, at: agent.lastAt, openTools: agent.openTools, changes: agent.changes },
  ];
}

function foldAgent(
  before: SubagentFileFacts | undefined,
  of: ReadingOf,
  at: number,
  line: TranscriptLine,
): SubagentFileFacts | undefined {
  const { sessionId, path, agentId = '' } = of;
  const files = before === undefined ? new Map() : new Map([[agentId, before]]);
  return reduceSubagentTranscript(files, {
    type: 'subagentTranscript',
    sessionId,
    agentId,
    at,
    path,
    line,
  }).get(agentId);
}

function changesTools(line: TranscriptLine): boolean {
  return line.kind === 'toolResults' || (line.kind === 'assistant' && line.toolUses.length > 0);
}
