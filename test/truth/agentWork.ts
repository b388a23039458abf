import { Failure } from '../support/realClient/script';
import type { RecordedRequest } from '../support/claude/scriptedApi';
import type { ModelRequest } from '../support/realClient/script';
import type { ScriptedRequest } from '../support/realClient/scriptedServer';
import { truths, type Truth, type TruthChange } from './truth';

/**
 * Derives what the main agent of a terminal is doing from its API requests: it thinks during a
 * request.
 */
export function workChanges<T extends ModelRequest, R>(
  requests: readonly ScriptedRequest<T, R>[],
  isMain: (marker: string) => boolean,
  prompted: readonly TruthChange[],
  truthAfter: (request: ScriptedRequest<T, R>) => Truth,
): readonly TruthChange[] {
  const changes = [...prompted];
  for (const request of requests) {
    const { turn, at, endedAt } = request;
    if (turn === undefined || turn.kind === 'side' || !isMain(turn.position?.marker ?? ''))
      continue;
    changes.push({ at, truth: turn.kind === 'compaction' ? truths.compacting : truths.thinking });
    if (endedAt !== undefined) changes.push({ at: endedAt, truth: truthAfter(request) });
  }
  return changes.toSorted((a, b) => a.at - b.at);
}

/** As `workChanges`, for Claude Code. */
export function agentWorkChanges(
  requests: readonly RecordedRequest[],
  isMain: (marker: string) => boolean,
  prompted: readonly TruthChange[],
): readonly TruthChange[] {
  return workChanges(requests, isMain, prompted, truthAfter);
}

/**
 * The truth between a request and the next one: the tools of the answer run, or the client waits
 * before a retry.
 */
function truthAfter({ answer }: RecordedRequest): Truth {
  if (answer === undefined) return truths.working;
  if (answer instanceof Failure) return truths.retrying;
  const tools = answer.parts.flatMap((part) => (part.type === 'tool' ? [part.name] : []));
  if (answer.parts.some(({ type }) => type === 'break')) return truths.retrying;
  if (tools.length === 0) return truths.thinking;
  if (tools.every((name) => name === 'Agent')) return truths.delegating;
  // The dialogs of these tools are on the screen; with the person's answer the tool ends.
  if (tools.some((name) => name === 'AskUserQuestion' || name === 'ExitPlanMode')) {
    return truths.thinking;
  }
  return truths.acting;
}
