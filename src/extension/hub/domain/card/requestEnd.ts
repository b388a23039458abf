import { toolKind } from '../../../../shared/agents/tools';
import type { PendingRequest } from '../../../../shared/protocol/protocol';
import { compareVersions } from '../../../../shared/text/compareVersions';
import { removalTimeoutMs } from '../facts/dialogs/expiry';
import { isNotDrawnYet, isAnswerableOnlyHere, isRunOfProgram } from '../facts/dialogs/openDialogs';
import { currentProcess, type PendingFact, type SessionFacts } from '../facts/session';
import { isoTime } from './isoTime';

/** Fields of a request that describe how it ends without an answer. */
export type RequestEnd = Pick<PendingRequest, 'onlyHere' | 'deadline'>;

/** First client version that was observed to block an unanswered removal on its own. */
const blockingVersion = '2.1.332';

export function requestEnd(facts: SessionFacts, pending: PendingFact): RequestEnd {
  const deadline = deadlineOf(facts, pending);
  return {
    ...(isAnswerableOnlyHere(facts, pending) && { onlyHere: true }),
    ...(deadline && { deadline }),
  };
}

/**
 * Time at which the client closes a dialog on its own; undefined if it waits without limit, or has
 * not drawn the dialog.
 */
function deadlineOf(facts: SessionFacts, pending: PendingFact): PendingRequest['deadline'] {
  const process = currentProcess(facts);
  if (isRunOfProgram(facts, process)) return undefined;
  if (isNotDrawnYet(facts, pending) || isAnswerableOnlyHere(facts, pending)) return undefined;
  const { at, toolName, blocks } = pending;
  // `dialogAt` is when the client drew the first of the open dialogs. A dialog queued behind that
  // one is drawn later, at an unknown time.
  const shownAt = Math.max(at, process?.dialogAt ?? 0);
  const dueTimeAfter = (ms: number): string => isoTime(shownAt + ms);
  const { questionMs } = facts.dialogSettings ?? {};
  if (toolKind(toolName) === 'question' && questionMs !== undefined)
    return { dueAt: dueTimeAfter(questionMs), outcome: 'unanswered' };
  const version = process?.version ?? facts.transcript?.version;
  const isKnown = version !== undefined && compareVersions(version, blockingVersion) >= 0;
  return blocks === true && isKnown
    ? { dueAt: dueTimeAfter(removalTimeoutMs), outcome: 'blocked' }
    : undefined;
}
