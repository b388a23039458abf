import type { DomainEvent } from './event';
import { reduceHook } from './reduceHook';
import { reduceProcessGone, reduceProcessSeen } from './reduceRegistry';
import {
  reduceSubagentTranscript,
  reduceTranscript,
  reduceTranscriptFile,
} from './reduceTranscript';
import type { SessionFacts } from './session';

/** Folds one event into the facts of its session. Pure; each source writes only its own part. */
export function reduce(facts: SessionFacts, event: DomainEvent): SessionFacts {
  switch (event.type) {
    case 'hook':
      return { ...facts, hook: reduceHook(facts.hook, event) };
    case 'processSeen':
      return { ...facts, processes: reduceProcessSeen(facts.processes, event) };
    case 'processGone':
      return { ...facts, processes: reduceProcessGone(facts.processes, event) };
    case 'transcript':
      return { ...facts, transcript: reduceTranscript(facts.transcript, event) };
    case 'transcriptFile':
      return { ...facts, transcript: reduceTranscriptFile(facts.transcript, event) };
    case 'transcriptRead':
      return { ...facts, transcript: event.facts };
    case 'subagentTranscript':
      return { ...facts, subagentFiles: reduceSubagentTranscript(facts.subagentFiles, event) };
    case 'workTree':
      return { ...facts, workTree: { conflicts: event.conflicts, at: event.at } };
    case 'archive':
      return { ...facts, archivedAt: event.archived ? event.at : undefined };
    case 'usage':
      return event.agentId === undefined
        ? { ...facts, usage: event.total }
        : { ...facts, subagentUsage: new Map(facts.subagentUsage).set(event.agentId, event.total) };
  }
}
