import type { SubagentCard } from '../../../../shared/protocol/protocol';
import { truncateText } from '../../../../shared/text/truncate';
import type {
  PendingFact,
  SessionFacts,
  SubagentFileFacts,
  SubagentHookFacts,
} from '../facts/session';
import type { TeammateFacts } from '../facts/team';
import { tokenCounts } from './usage';

/** Maximum number of ended subagents on a card, in addition to the running ones. */
const maxEnded = 8;

/** A subagent according to its hooks and its transcript. */
interface KnownSubagent {
  readonly agentId: string;
  readonly hook: SubagentHookFacts | undefined;
  readonly file: SubagentFileFacts | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/**
 * Creates the cards of a session's subagents, oldest first: all running ones and the last
 * `maxEnded` that ended, then the teammates in terminal panes.
 */
export function subagentCards(
  facts: SessionFacts,
  isLive: boolean,
  openDialogs: readonly PendingFact[],
): SubagentCard[] {
  const { hook, subagentFiles } = facts;
  const ids = new Set([...(hook?.subagents.keys() ?? []), ...subagentFiles.keys()]);
  const askingAgents = new Set(openDialogs.map((one) => one.agentId));
  const teammateCards = [...facts.teammates.values()].map((one) =>
    teammateCard(facts, one, isLive, askingAgents),
  );
  if (ids.size === 0) return teammateCards;
  const known = Array.from(ids, (agentId) =>
    subagentFrom(agentId, hook?.subagents.get(agentId), subagentFiles.get(agentId), isLive),
  );
  known.sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || (a.agentId < b.agentId ? -1 : 1));
  let hiddenCount = known.filter((one) => one.endedAt !== undefined).length - maxEnded;
  const shown = known.filter((one) => {
    if (one.endedAt !== undefined) hiddenCount -= 1;
    return one.endedAt === undefined || hiddenCount < 0;
  });
  return [
    ...shown.map((one) => subagentCard(facts, one, isLive, askingAgents.has(one.agentId))),
    ...teammateCards,
  ];
}

/** Creates the card of a teammate that runs in its own terminal pane. */
function teammateCard(
  { hook }: SessionFacts,
  { sessionId, name, path, state, restedAt, startedAt, isBroken, usage }: TeammateFacts,
  isLive: boolean,
  askingAgents: ReadonlySet<string | undefined>,
): SubagentCard {
  const hasEnded = !isLive || state === 'ended';
  const endedAt = restedAt ?? (hasEnded ? startedAt : undefined);
  const spawned = hook?.spawned.find((one) => one.name === name);
  return {
    agentId: sessionId,
    agentType: name,
    state: askingAgents.has(sessionId)
      ? 'needs_permission'
      : isBroken
        ? 'failed'
        : hasEnded
          ? 'completed'
          : state === 'working'
            ? 'running'
            : state,
    ...(spawned?.description !== undefined && {
      description: truncateText(spawned.description, 200),
    }),
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(path !== '' && { transcriptPath: path }),
    ...(usage !== undefined && { tokens: tokenCounts(usage) }),
  };
}

function subagentFrom(
  agentId: string,
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
  isLive: boolean,
): KnownSubagent {
  const startedAt = file?.firstAt ?? hook?.startedAt;
  return { agentId, hook, file, startedAt, endedAt: subagentEnd(hook, file, isLive) };
}

function subagentCard(
  facts: SessionFacts,
  known: KnownSubagent,
  isLive: boolean,
  isAsking: boolean,
): SubagentCard {
  const { agentId, hook, file, startedAt, endedAt } = known;
  const failed = hook?.failed === true || facts.transcript?.notified.get(agentId) === 'failed';
  const state =
    endedAt !== undefined
      ? failed
        ? 'failed'
        : isLive && isTeammate(facts, known)
          ? 'idle'
          : 'completed'
      : isAsking
        ? 'needs_permission'
        : hasNotWorkedYet(hook, file)
          ? 'spawned'
          : 'running';
  const usage = facts.subagentUsage.get(agentId);
  return {
    agentId,
    agentType: file?.agentType ?? hook?.agentType ?? 'subagent',
    state,
    ...(file?.description !== undefined && { description: truncateText(file.description, 200) }),
    ...(file?.parentAgentId !== undefined && { parentAgentId: file.parentAgentId }),
    ...(startedAt !== undefined && { startedAt: new Date(startedAt).toISOString() }),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(file !== undefined && file.path !== '' && { transcriptPath: file.path }),
    ...(usage !== undefined && { tokens: tokenCounts(usage) }),
  };
}

/** True for a teammate, which stays alive after its work and waits for its lead. */
function isTeammate(facts: SessionFacts, { agentId, file }: KnownSubagent): boolean {
  if (file?.isTeammate === true) return true;
  return facts.hook?.spawned.some((one) => one.agentId === agentId) === true;
}

/** True if a subagent has started but shown no work yet. */
function hasNotWorkedYet(
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
): boolean {
  const workedByHook = hook !== undefined && hook.lastAt > (hook.startedAt ?? 0);
  const workedByFile = file !== undefined && file.openTools.length + file.lastAt - file.firstAt > 0;
  return !workedByHook && !workedByFile;
}

/**
 * End of a subagent, in ms since 1970; undefined while it runs. A restart under the same id clears
 * the end.
 */
function subagentEnd(
  hook: SubagentHookFacts | undefined,
  file: SubagentFileFacts | undefined,
  isLive: boolean,
): number | undefined {
  if (hook !== undefined) return hook.endedAt ?? (isLive ? undefined : hook.lastAt);
  if (file === undefined) return undefined;
  return file.finished || !isLive ? file.lastAt : undefined;
}
