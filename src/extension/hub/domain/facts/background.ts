import type { BackgroundTask } from './event';
import type { LaunchedTask } from './transcriptEntry';
import { textField } from '../words/labels';
import { hasTeam } from './team';
import type {
  HookFacts,
  HookState,
  SessionFacts,
  SubagentHookFacts,
  TranscriptTurn,
} from './session';

/**
 * Time, in ms, for which a session counts as waiting for its background shells. A build that ends
 * wakes the agent. A shell that is still running after this time is likely a server, and waiting
 * for it would hide that the session is idle.
 */
export const backgroundShellMs = 10 * 60_000;

/**
 * A background task without a reported end counts as ended this long, in ms, after its last sign of
 * life: an entry of the subagent's transcript, or the turn's end.
 */
const silentTaskMs = 10 * 60_000;

/** Time, in ms, within which the client wakes the agent after its background work ended. */
export const wakeMs = 1_000;

/** True if only shells keep running after the turn, such as a server. */
export function waitsForShellsAlone(main: Pick<HookState, 'context'>): boolean {
  return backgroundTasksOf(main).every((task) => textField(task, 'type') === 'shell');
}

/**
 * The subagents of this turn without a known end. Needed for old clients, which do not list the
 * running tasks at a turn's end.
 */
export function runningSubagents({ subagents, humanPromptAt }: HookFacts): BackgroundTask[] {
  return [...subagents.values()]
    .filter(({ endedAt, lastAt }) => endedAt === undefined && lastAt >= (humanPromptAt ?? 0))
    .map(({ agentId, agentType }) => ({
      id: agentId,
      type: 'subagent',
      status: 'running',
      agent_type: agentType,
    }));
}

/**
 * Time at which the last task that continued after the turn ended; undefined while one may be
 * running.
 */
export function tasksEndedAt({ subagents }: HookFacts, main: HookState): number | undefined {
  let last = main.at;
  for (const task of backgroundTasksOf(main)) {
    const endedAt = subagents.get(textField(task, 'id') ?? '')?.endedAt;
    if (endedAt === undefined) return undefined;
    last = Math.max(last, endedAt);
  }
  return last;
}

/**
 * Returns the background tasks that are still running after a turn according to the transcripts:
 * they were started, and no notification of their end exists. `at` is the time of the newest
 * evidence.
 */
export function unnotifiedTasks(
  { transcript, subagentFiles }: SessionFacts,
  turn: TranscriptTurn,
  now: number,
): { readonly tasks: readonly LaunchedTask[]; readonly at: number } {
  let at = turn.at;
  const tasks = (transcript?.launched ?? []).filter(({ id, type }) => {
    const file = type === 'subagent' ? subagentFiles.get(id) : undefined;
    const lastAt = Math.max(turn.at, file?.lastAt ?? 0);
    // An agent that receives a new message works again under the same id.
    const isRunning =
      transcript?.notified.has(id) === true ? lastAt > turn.at : now - lastAt < silentTaskMs;
    if (file?.finished === true || !isRunning) return false;
    at = Math.max(at, lastAt);
    return true;
  });
  return { tasks, at };
}

/**
 * Subagents that worked after the turn's end and were not listed there. These are teammates, which
 * the client lists without their agent ids.
 */
export function subagentsAfterTurn({ subagents, main }: HookFacts): readonly SubagentHookFacts[] {
  if (main === undefined) return [];
  const listed = new Set(backgroundTasksOf(main).map((task) => textField(task, 'id')));
  return [...subagents.values()].filter(
    ({ agentId, endedAt }) => !listed.has(agentId) && (endedAt ?? Infinity) > main.at,
  );
}

/** Time, in ms, within which a teammate starts its first turn after the call that created it. */
const spawnMs = 30_000;

/** The work of a lead's teammates after the end of its turn. */
export interface TeamWork {
  /** The teammates that work now; if none does, those that worked last. */
  readonly tasks: readonly BackgroundTask[];
  /** When the last of the teammates became idle, in ms since 1970; undefined while one works. */
  readonly endedAt: number | undefined;
  /**
   * Time after which the first teammate that has not started yet no longer counts as working, in ms
   * since 1970.
   */
  readonly until: number | undefined;
}

/**
 * Returns the work of a lead's teammates; undefined if none has worked since the lead's turn ended.
 */
export function teamWork(facts: SessionFacts, now: number): TeamWork | undefined {
  const { hook, teammates } = facts;
  const main = hook?.main;
  if (hook === undefined || main === undefined || !hasTeam(hook)) return undefined;
  const inPanes = [...teammates.values()];
  const notSeenYet = hook.spawned.filter(
    ({ name, isInPane }) => isInPane && !inPanes.some((one) => one.name === name),
  );
  const all = [
    ...subagentsAfterTurn(hook).map(({ agentId, agentType, endedAt }) => ({
      id: agentId,
      name: agentType,
      endedAt,
      until: undefined,
    })),
    ...inPanes
      .filter(({ restedAt }) => (restedAt ?? Infinity) > main.at)
      .map(({ sessionId, name, state, restedAt, startedAt }) => ({
        id: sessionId,
        name,
        endedAt: restedAt,
        until: state === 'spawned' ? startedAt + spawnMs : undefined,
      })),
    ...notSeenYet.map(({ agentId, name, at }) => ({
      id: agentId,
      name,
      endedAt: undefined,
      until: at + spawnMs,
    })),
  ].filter(({ until = Infinity }) => until > now);
  if (all.length === 0) return undefined;
  const running = all.filter(({ endedAt }) => endedAt === undefined);
  const ends = all.flatMap(({ endedAt }) => endedAt ?? []);
  const startDeadlines = running.flatMap(({ until }) => until ?? []);
  return {
    tasks: (running.length > 0 ? running : all).map(({ id, name }) => ({
      id,
      type: 'teammate',
      status: 'running',
      agent_type: name,
    })),
    endedAt: running.length > 0 ? undefined : Math.max(...ends),
    until: startDeadlines.length === 0 ? undefined : Math.min(...startDeadlines),
  };
}

function backgroundTasksOf({ context }: Pick<HookState, 'context'>): readonly unknown[] {
  const tasks = context?.['backgroundTasks'];
  return Array.isArray(tasks) ? tasks : [];
}
