import type { AnsweredEvent, DomainEvent, ReleasedEvent } from './event';
import { reduceHook } from './reduceHook';
import { reduceProcessGone, reduceProcessSeen } from './reduceRegistry';
import { reduceSubagentTranscript, reduceTranscript } from './reduceTranscript';
import { isBehindItsCall } from './openDialogs';
import type { EndedCall, SessionFacts } from './session';

/** No more calls of a session are held at a time. */
const kept = 20;

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
    case 'transcriptRead':
      return { ...facts, transcript: event.facts, foundAt: facts.foundAt ?? event.readAt };
    case 'subagentTranscript':
      return { ...facts, subagentFiles: reduceSubagentTranscript(facts.subagentFiles, event) };
    case 'workTree':
      return { ...facts, workTree: { conflicts: event.conflicts, at: event.at } };
    case 'archive':
      return { ...facts, archivedAt: event.archived ? event.at : undefined };
    case 'answered':
    case 'released':
      return { ...facts, endedCalls: [...facts.endedCalls, endOf(facts, event)].slice(-kept) };
    case 'usage':
      return event.agentId === undefined
        ? { ...facts, usage: event.total }
        : { ...facts, subagentUsage: new Map(facts.subagentUsage).set(event.agentId, event.total) };
  }
}

function endOf(facts: SessionFacts, event: AnsweredEvent | ReleasedEvent): EndedCall {
  const { type, callId, at } = event;
  if (type === 'released') return { callId, at, how: 'released' };
  const dialog = facts.hook?.pending.find((one) => one.callId === callId);
  const early = dialog !== undefined && isBehindItsCall(facts, dialog);
  return { callId, at, how: early ? 'early' : 'answered' };
}
