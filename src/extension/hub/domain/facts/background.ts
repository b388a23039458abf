import type { BackgroundTask, LaunchedTask } from './event';
import { textField } from '../words/labels';
import type { HookFacts, HookState, SessionFacts, TranscriptTurn } from './session';

/**
 * How long a session counts as waiting for its background shells, in ms. A build wakes the agent when
 * it ends; a server that is still there after this will not, and the person is not to miss the prompt.
 */
export const backgroundShellMs = 10 * 60_000;

/** A task that nothing was heard of for this long, in ms, does not run any more. */
const unheardMs = 10 * 60_000;

/** The client wakes the agent within this time after its background work ended, in ms. */
export const wakeMs = 1_000;

/** Whether only shells run on after the turn: a server, for instance. */
export function waitsForShellsAlone(main: Pick<HookState, 'context'>): boolean {
  return tasksOf(main).every((task) => textField(task, 'type') === 'shell');
}

/** The subagents of this turn that nothing saw end: old clients do not list at a turn's end what runs on. */
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

/** When the last of the tasks that a turn left behind ended; undefined while one may run. */
export function tasksEndedAt({ subagents }: HookFacts, main: HookState): number | undefined {
  let last = main.at;
  for (const task of tasksOf(main)) {
    const endedAt = subagents.get(textField(task, 'id') ?? '')?.endedAt;
    if (endedAt === undefined) return undefined;
    last = Math.max(last, endedAt);
  }
  return last;
}

/** The tasks that run on after the turn as far as files tell: begun, and the client has told of no end. */
export function unnotifiedTasks(
  { transcript, subagentFiles }: SessionFacts,
  turn: TranscriptTurn,
  now: number,
): { readonly tasks: readonly LaunchedTask[]; readonly at: number } {
  let at = turn.at;
  const tasks = (transcript?.launched ?? []).filter(({ id, type }) => {
    const file = type === 'subagent' ? subagentFiles.get(id) : undefined;
    const lastAt = Math.max(turn.at, file?.lastAt ?? 0);
    // An agent that was sent another message works again under its id.
    const runs =
      transcript?.notified.has(id) === true ? lastAt > turn.at : now - lastAt < unheardMs;
    if (file?.finished === true || !runs) return false;
    at = Math.max(at, lastAt);
    return true;
  });
  return { tasks, at };
}

function tasksOf({ context }: Pick<HookState, 'context'>): readonly unknown[] {
  const tasks = context?.['backgroundTasks'];
  return Array.isArray(tasks) ? tasks : [];
}
