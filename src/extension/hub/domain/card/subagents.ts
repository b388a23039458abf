import type { SubagentCard } from '../../../../shared/protocol/protocol';
import { firstOf } from '../words/clip';
import type {
  PendingFact,
  SessionFacts,
  SubagentFileFacts,
  SubagentHookFacts,
} from '../facts/session';
import { tokenCounts } from './usage';

/** Ended subagents that are shown beside the running ones. */
const shownEnded = 8;

/** A subagent by its hooks and its file. */
interface Known {
  readonly agentId: string;
  readonly hook: SubagentHookFacts | undefined;
  readonly file: SubagentFileFacts | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** The subagents of a session, oldest first: all that run and the last that ended. */
export function subagentCards(
  facts: SessionFacts,
  isLive: boolean,
  asking: readonly PendingFact[],
): SubagentCard[] {
  const { hook, subagentFiles } = facts;
  const ids = new Set([...(hook?.subagents.keys() ?? []), ...subagentFiles.keys()]);
  if (ids.size === 0) return [];
  const known = Array.from(ids, (agentId) =>
    knownOf(agentId, hook?.subagents.get(agentId), subagentFiles.get(agentId), isLive),
  );
  known.sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || (a.agentId < b.agentId ? -1 : 1));
  let hidden = known.filter((one) => one.endedAt !== undefined).length - shownEnded;
  const shown = known.filter((one) => {
    if (one.endedAt !== undefined) hidden -= 1;
    return one.endedAt === undefined || hidden < 0;
  });
  const askers = new Set(asking.map((one) => one.agentId));
  return shown.map((one) => card(facts, one, askers.has(one.agentId)));
}

function knownOf(
  agentId: string,
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
  isLive: boolean,
): Known {
  const startedAt = file?.firstAt ?? hook?.startedAt;
  return { agentId, hook, file, startedAt, endedAt: endOf(hook, file, isLive) };
}

function card(facts: SessionFacts, known: Known, asks: boolean): SubagentCard {
  const { agentId, hook, file, startedAt, endedAt } = known;
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
  const usage = facts.subagentUsage.get(agentId);
  return {
    agentId,
    agentType: file?.agentType ?? hook?.agentType ?? 'subagent',
    state,
    ...(file?.description !== undefined && { description: firstOf(file.description, 200) }),
    ...(file?.parentAgentId !== undefined && { parentAgentId: file.parentAgentId }),
    ...(startedAt !== undefined && { startedAt: new Date(startedAt).toISOString() }),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(file !== undefined && file.path !== '' && { transcriptPath: file.path }),
    ...(usage !== undefined && { tokens: tokenCounts(usage) }),
  };
}

/** Whether a subagent has started and nothing of its work is seen yet. */
function isFresh(
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
): boolean {
  const workedByHook = hook !== undefined && hook.lastAt > (hook.startedAt ?? 0);
  const workedByFile = file !== undefined && file.openTools.length + file.lastAt - file.firstAt > 0;
  return !workedByHook && !workedByFile;
}

/** When a subagent ended; one that starts again under its id runs until the next stop. */
function endOf(
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
  isLive: boolean,
): number | undefined {
  if (hook !== undefined) return hook.endedAt ?? (isLive ? undefined : hook.lastAt);
  if (file === undefined) return undefined;
  return file.finished || !isLive ? file.lastAt : undefined;
}
