import { stateLabel } from '../../../../shared/words/stateLabels';
import { createClaim, type Claim } from './claim';
import { dialogClaim } from './dialog';
import {
  backgroundShellMs,
  tasksEndedAt,
  teamWork,
  waitsForShellsAlone,
  wakeMs,
} from '../facts/background';
import type { BackgroundTask } from '../facts/event';
import { backgroundLabel } from '../words/labels';
import { hookOpenTool, toolState } from './openTool';
import { limitClaim, limitedByHook } from './limitClaim';
import { restClaim } from './restClaim';
import { finishedTask, mergeTasks } from '../facts/tasks';
import {
  currentProcess,
  type HookFacts,
  type HookState,
  type PendingFact,
  type SessionFacts,
} from '../facts/session';
import { isDialogTool } from '../../../../shared/agents/tools';
import { hookName } from '../../../agents/claude/names/hookEvents';

/**
 * Hooks missed the start of a session if its first transcript entry is more than this, in ms, older
 * than its first hook.
 */
const missedStartMs = 2_000;

/** Time, in ms, that a state of work remains valid after its last evidence. */
export const transientMs = 60_000;

/** The claim from hooks; undefined if no hook is valid any more. */
export function hookClaim(
  facts: SessionFacts,
  [pending]: readonly PendingFact[],
  now: number,
): Claim | undefined {
  const hook = facts.hook;
  if (hook === undefined) return undefined;
  if (pending !== undefined) return claimFromDialog(pending);
  const main = hook.main === undefined ? undefined : withMissedTasks(facts, hook, hook.main);
  if (main === undefined || main.kind === 'ended') return undefined;
  if (main.kind === 'working')
    return now - main.at < transientMs ? workingClaim(facts, main) : undefined;
  const team = teamClaim(facts, main, now);
  if (team !== undefined) return team;
  if (main.kind === 'background') return backgroundClaim(hook, main, now);
  if (main.moment === 'notice') return idleNoticeClaim(facts, main, now);
  const limited = limitedByHook(facts);
  if (limited === undefined) return claimFromState(main);
  const { at, since, confidence } = main;
  const event = hookName(main.moment);
  return limitClaim(limited, { source: 'hook', at, since, confidence, event }, now);
}

/** The claim from a notification that the client is idle; the reason comes from the transcript. */
function idleNoticeClaim(
  facts: SessionFacts,
  { at, since, confidence, moment }: HookState,
  now: number,
): Claim {
  const startedAt = currentProcess(facts)?.startedAt ?? 0;
  const rest = restClaim(
    facts,
    { source: 'hook', at, confidence, startedAt, event: hookName(moment) },
    now,
  );
  return { ...rest, since };
}

/**
 * The claim that the agent waits for background tasks; idle if only a server is left, or if all
 * tasks ended without waking the agent.
 */
function backgroundClaim(hook: HookFacts, main: HookState, now: number): Claim {
  const endedAt = tasksEndedAt(hook, main);
  const hasOnlyShells = waitsForShellsAlone(main);
  const waitEndsAt = hasOnlyShells ? main.at + backgroundShellMs : (endedAt ?? Infinity) + wakeMs;
  // The end of the wait is no evidence, so the idle state keeps the time of the last event.
  const at = endedAt ?? main.at;
  if (now < waitEndsAt) return claimFromState({ ...main, at });
  const rest = { kind: 'resting', state: 'idle', label: stateLabel('idle') } as const;
  return claimFromState({ ...main, ...rest, at, since: waitEndsAt });
}

/**
 * The claim that a lead waits for teammates, in addition to its other tasks; undefined if no
 * teammate works.
 */
function teamClaim(facts: SessionFacts, main: HookState, now: number): Claim | undefined {
  const work = teamWork(facts, now);
  if (work === undefined || (work.endedAt ?? Infinity) + wakeMs <= now) return undefined;
  const others = main.context?.['backgroundTasks'];
  const tasks = [...(Array.isArray(others) ? (others as BackgroundTask[]) : []), ...work.tasks];
  const waiting = createClaim({
    kind: 'background',
    state: 'waiting_for_agent',
    label: backgroundLabel(tasks),
    confidence: main.confidence,
    source: 'hook',
    at: work.endedAt ?? main.at,
    since: main.since,
    context: { ...main.context, backgroundTasks: tasks, event: hookName(main.moment) },
  });
  return work.until === undefined ? waiting : { ...waiting, until: work.until };
}

function claimFromState(main: HookState): Claim {
  return createClaim({
    ...main,
    source: 'hook',
    context: { ...main.context, event: hookName(main.moment) },
  });
}

/**
 * Corrects the state after a turn by the tasks that were created before the first hook, which only
 * the transcript contains.
 */
function withMissedTasks(facts: SessionFacts, hook: HookFacts, main: HookState): HookState {
  const { transcript } = facts;
  if (main.moment !== 'turnEnd' || main.kind !== 'resting' || transcript?.firstAt === undefined) {
    return main;
  }
  if (transcript.tasks.length === 0 || hook.firstAt - transcript.firstAt < missedStartMs)
    return main;
  const since = Math.max(hook.humanPromptAt ?? 0, transcript.humanPromptAt ?? 0);
  const finished = finishedTask(mergeTasks(hook.tasks, transcript.tasks), since);
  if (finished !== undefined) {
    return { ...main, state: 'task_complete', label: stateLabel('finished', finished.subject) };
  }
  return main.state === 'task_complete'
    ? { ...main, state: 'idle', label: stateLabel('idle') }
    : main;
}

/**
 * The claim of the last hook, even if it is no longer valid. It is shown as evidence and never
 * decides the state.
 */
export function lastHookClaim(facts: SessionFacts): Claim | undefined {
  const main = facts.hook?.main;
  return main === undefined ? undefined : claimFromState(main);
}

/**
 * The claim that the agent works; the running tool, if known, is more specific than the last hook.
 */
function workingClaim(facts: SessionFacts, main: HookState): Claim {
  const tool = hookOpenTool(facts, currentProcess(facts));
  if (tool === undefined || main.state === 'compacting' || isDialogTool(tool.name)) {
    return claimFromState(main);
  }
  const { kind, confidence, at, moment } = main;
  const shown = toolState(tool, hookName(moment));
  return createClaim({ kind, confidence, source: 'hook', at, ...shown, since: tool.at });
}

function claimFromDialog(pending: PendingFact): Claim {
  const isByNotification = pending.moment === 'notice';
  return dialogClaim({
    toolName: pending.toolName,
    toolInput: pending.toolInput,
    agentType: pending.agentId === undefined ? undefined : (pending.agentType ?? 'unnamed'),
    confidence: isByNotification ? 0.7 : pending.confirmed ? 1 : 0.8,
    source: 'hook',
    at: pending.at,
    pending,
    event: hookName(pending.moment),
  });
}
