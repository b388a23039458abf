import { isSameSettings } from '../dialogs/dialogSettings';
import type { AnsweredEvent, DomainEvent, HookEvent, ReleasedEvent } from '../event';
import { reduceProcessGone, reduceProcessSeen } from './reduceRegistry';
import { isNotDrawnYet, isAnswerableOnlyHere } from '../dialogs/openDialogs';
import type { EndedCall, SessionFacts } from '../session';
import { addTeammateRequest } from '../team';
import { reduceSubagentRead } from '../subagentFile';

/** Maximum number of ended calls to retain per session: as many as can be held at a time. */
const maxEndedCalls = 20;

/**
 * Folds an event into the facts of its session; each source changes only its own part. Hooks are
 * folded by the session's `HookLog` instead. Pure.
 */
export function reduce(facts: SessionFacts, event: Exclude<DomainEvent, HookEvent>): SessionFacts {
  switch (event.type) {
    case 'processSeen':
      return { ...facts, processes: reduceProcessSeen(facts.processes, event) };
    case 'processGone':
      return { ...facts, processes: reduceProcessGone(facts.processes, event) };
    case 'transcriptRead':
      return { ...facts, transcript: event.facts, foundAt: facts.foundAt ?? event.readAt };
    case 'subagentRead':
      return { ...facts, subagentFiles: reduceSubagentRead(facts.subagentFiles, event) };
    case 'titled':
      return { ...facts, title: event.title };
    case 'job':
      return { ...facts, job: event.job };
    case 'teammateAsked':
      return {
        ...facts,
        teammateRequests: addTeammateRequest(facts.teammateRequests, event.request),
      };
    case 'workTree':
      return { ...facts, workTree: { conflicts: event.conflicts, at: event.at } };
    case 'repository':
      return { ...facts, repository: event.state };
    case 'archive':
      return { ...facts, archivedAt: event.archived ? event.at : undefined };
    case 'dialogSettings':
      return isSameSettings(facts.dialogSettings, event.settings)
        ? facts
        : { ...facts, dialogSettings: event.settings };
    case 'answered':
    case 'released':
      return {
        ...facts,
        endedCalls: [...facts.endedCalls, endedCallFrom(facts, event)].slice(-maxEndedCalls),
      };
    case 'usage':
      return event.agentId === undefined
        ? { ...facts, usage: event.total }
        : { ...facts, subagentUsage: new Map(facts.subagentUsage).set(event.agentId, event.total) };
  }
}

function endedCallFrom(facts: SessionFacts, event: AnsweredEvent | ReleasedEvent): EndedCall {
  const { type, callId, at } = event;
  if (type === 'released') return { callId, at, how: 'released' };
  const dialog = facts.hook?.pending.find((one) => one.callId === callId);
  const early =
    dialog !== undefined && (isNotDrawnYet(facts, dialog) || isAnswerableOnlyHere(facts, dialog));
  return { callId, at, how: early ? 'early' : 'answered' };
}
