import { toolKind } from '../../../../shared/agents/tools';
import type { PendingRequest } from '../../../../shared/protocol/protocol';
import { compareVersions } from '../../../../shared/text/compareVersions';
import { blockMs } from '../facts/dialogs/expiry';
import { isBehindItsCall, isHeldAlone, isHosted } from '../facts/dialogs/openDialogs';
import { currentProcess, type PendingFact, type SessionFacts } from '../facts/session';
import { isoTime } from './isoTime';

/** Fields of a request about how it ends where nobody answers it. */
export type RequestEnd = Pick<PendingRequest, 'onlyHere' | 'deadline'>;

/** The first client that was seen to block a removal by itself. */
const blockingVersion = '2.1.332';

export function requestEnd(facts: SessionFacts, pending: PendingFact): RequestEnd {
  const deadline = deadlineOf(facts, pending);
  return {
    ...(isHeldAlone(facts, pending) && { onlyHere: true }),
    ...(deadline && { deadline }),
  };
}

/** When the client ends a dialog by itself; undefined for one that waits, and while there is none on its screen. */
function deadlineOf(facts: SessionFacts, pending: PendingFact): PendingRequest['deadline'] {
  const process = currentProcess(facts);
  if (isHosted(facts, process)) return undefined;
  if (isBehindItsCall(facts, pending) || isHeldAlone(facts, pending)) return undefined;
  const { at, toolName, blocks } = pending;
  // The registry tells when the dialog was drawn; one that waited behind another began later.
  const shownAt = Math.max(at, process?.dialogAt ?? 0);
  const due = (ms: number): string => isoTime(shownAt + ms);
  const { questionMs } = facts.dialogSettings ?? {};
  if (toolKind(toolName) === 'question' && questionMs !== undefined)
    return { dueAt: due(questionMs), outcome: 'unanswered' };
  const version = process?.version ?? facts.transcript?.version;
  const isKnown = version !== undefined && compareVersions(version, blockingVersion) >= 0;
  return blocks === true && isKnown ? { dueAt: due(blockMs), outcome: 'blocked' } : undefined;
}
