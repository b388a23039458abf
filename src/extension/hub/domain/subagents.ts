import type { SubagentCard } from '../../../shared/protocol';
import { openDialogs } from './hookClaim';
import type { PendingFact, SessionFacts, SubagentFileFacts, SubagentHookFacts } from './session';
import { tokenCounts } from './usage';

/** Ended subagents shown beside the running ones. */
const shownEnded = 8;

/** The subagents of a session, oldest first: all that run and the last that ended. */
export function subagentCards(
  facts: SessionFacts,
  isLive: boolean,
  asking: PendingFact | undefined,
): SubagentCard[] {
  const askers = new Set([asking?.agentId, ...openDialogs(facts).map((one) => one.agentId)]);
  const ids = new Set([...(facts.hook?.subagents.keys() ?? []), ...facts.subagentFiles.keys()]);
  const cards: SubagentCard[] = [];
  for (const id of ids) {
    cards.push(card(facts, id, isLive, askers.has(id)));
  }
  cards.sort((a, b) => compare(a.startedAt, b.startedAt) || compare(a.agentId, b.agentId));
  const ended = cards.filter((one) => one.endedAt !== undefined);
  const hidden = new Set(ended.slice(0, Math.max(0, ended.length - shownEnded)));
  return cards.filter((one) => !hidden.has(one));
}

function card(facts: SessionFacts, agentId: string, isLive: boolean, asks: boolean): SubagentCard {
  const hook = facts.hook?.subagents.get(agentId);
  const file = facts.subagentFiles.get(agentId);
  const endedAt = endOf(hook, file, isLive);
  const failed = hook?.failed === true || facts.transcript?.notified.get(agentId) === 'failed';
  const state =
    endedAt !== undefined
      ? failed
        ? 'failed'
        : 'completed'
      : asks
        ? 'needs_permission'
        : isFresh(hook, file)
          ? 'spawned'
          : 'running';
  const startedAt = file?.firstAt ?? hook?.startedAt;
  const usage = facts.subagentUsage.get(agentId);
  return {
    agentId,
    agentType: file?.agentType ?? hook?.agentType ?? 'subagent',
    state,
    ...(file?.description !== undefined && { description: file.description }),
    ...(file?.parentAgentId !== undefined && { parentAgentId: file.parentAgentId }),
    ...(startedAt !== undefined && { startedAt: new Date(startedAt).toISOString() }),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(file !== undefined && file.path !== '' && { transcriptPath: file.path }),
    ...(usage !== undefined && { tokens: tokenCounts(usage) }),
  };
}

/** Started, and nothing of its work is seen yet. */
function isFresh(
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
): boolean {
  const workedByHook = hook !== undefined && hook.lastAt > (hook.startedAt ?? 0);
  const workedByFile = file !== undefined && file.openTools.length + file.lastAt - file.firstAt > 0;
  return !workedByHook && !workedByFile;
}

/** An agent that starts again under its id runs until the next stop. */
function endOf(
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
  isLive: boolean,
): number | undefined {
  if (hook !== undefined) return hook.endedAt ?? (isLive ? undefined : hook.lastAt);
  if (file === undefined) return undefined;
  return file.finished || !isLive ? file.lastAt : undefined;
}

function compare(a: string | undefined, b: string | undefined): number {
  const left = a ?? '';
  const right = b ?? '';
  return left < right ? -1 : left > right ? 1 : 0;
}
