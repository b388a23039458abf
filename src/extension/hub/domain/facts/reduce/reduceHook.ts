import { isDialogTool, toolKind } from '../../../../../shared/agents/tools';
import type { Label } from '../../../../../shared/protocol/label';
import { stateLabel } from '../../../../../shared/words/stateLabels';
import { asksUser } from '../../words/asksUser';
import { callSubject } from '../blockedCalls';
import type { HookEvent } from '../event';
import { backgroundLabel, endedLabel, failureLabel, textField } from '../../words/labels';
import { startWorkAtExpiry, expiredQuestion, expiredRemoval, resultLabel } from '../dialogs/expiry';
import { runningSubagents, subagentsAfterTurn, waitsForShellsAlone } from '../background';
import { compactInput } from '../../words/tools';
import { headAndTail, truncatePrompt } from '../../words/clip';
import {
  addDialog,
  endCalls,
  endDialogs,
  endRequest,
  endDialogsBefore,
  endDialogsOfCalls,
  endRequestsBefore,
  pendingFromNotification,
  addEndedIds,
  addEndedDialogs,
  setToolUseId,
} from '../dialogs/pending';
import { ignoreLateHook } from '../lateHook';
import { isWrittenByPerson } from '../promptAuthor';
import { emptyHookFacts } from './emptyHookFacts';
import { addPermissionRequest, trackBlockedCalls } from './reduceBlocked';
import { reduceSubagent } from './reduceSubagent';
import { removeStartedRun, applyScheduleChange, type ScheduleChange } from '../schedule/schedule';
import { scheduleChangeOfTurnEnd, scheduleChangeOfTool } from '../schedule/scheduleChange';
import { hasTeam, addSpawnedTeammate, splitTeam } from '../team';
import { createTask, completeTask, finishedTask, tasksAfterCall } from '../tasks';
import type { EndedFrom, HookFacts, HookState } from '../session';

/**
 * Folds a hook call into the hook part of the facts. Hooks must be passed in ascending order of
 * `at`.
 */
export function reduceHook(before: HookFacts | undefined, hook: HookEvent): HookFacts {
  const common = updateCommon(before ?? emptyHookFacts(hook.at), hook);
  const facts = endRequestsBefore(trackBlockedCalls(common, hook), hook);
  const { agentId } = hook.report;
  if (agentId !== undefined) return reduceSubagent(facts, hook, agentId);
  const next = ignoreLateHook(facts, hook, startWorkAtExpiry(facts, reduceMain(facts, hook)));
  return addEndedDialogs(facts, next, hook);
}

/** Updates the facts that any hook may report; a missing value never overwrites a known one. */
function updateCommon(facts: HookFacts, { at, pid, entrypoint, report }: HookEvent): HookFacts {
  const isMain = report.agentId === undefined;
  // A PreModelSwitch hook also has a model, but the switch may still be denied.
  const switchedTo = report.moment === 'modelSwitch' ? report.toModel : undefined;
  return {
    ...facts,
    // A notification to a person is not an activity of the session.
    lastAt: report.moment === 'notice' ? facts.lastAt : Math.max(facts.lastAt, at),
    // The folder where the session started is retained: a `cd` of the agent does not move the
    // session to a different project.
    cwd: facts.cwd ?? report.cwd,
    pid: pid ?? facts.pid,
    entrypoint: entrypoint ?? facts.entrypoint,
    model: (isMain ? (switchedTo ?? report.model) : undefined) ?? facts.model,
    permissionMode: report.permissionMode ?? facts.permissionMode,
    title: report.title ?? facts.title,
    agent: (isMain ? report.agentType : undefined) ?? facts.agent,
  };
}

function reduceMain(facts: HookFacts, hook: HookEvent): HookFacts {
  const { report, at } = hook;
  switch (report.moment) {
    case 'sessionStart':
      return report.source === 'compact' ? endCompaction(facts, hook) : startSession(facts, hook);
    case 'prompt':
      return startTurn(facts, hook);
    case 'callStart':
      return startTool(facts, hook);
    case 'request':
      return addPermissionRequest(facts, hook);
    case 'requestEnd':
      return { ...facts, pending: endRequest(facts.pending, report) };
    case 'callEnd': {
      const spawned = addSpawnedTeammate(facts.spawned, report, at);
      const expired = expiredQuestion(report, at) ?? facts.expired;
      const { tool = '', input, response } = report;
      const change = scheduleChangeOfTool(tool, input, response);
      const next = reschedule({ ...facts, spawned, expired }, change, at);
      return endTool(next, hook, undefined);
    }
    case 'denial':
      return endBlockedCall(facts, hook);
    case 'callFailure':
      return endTool(facts, hook, report.error ?? '');
    case 'batchEnd': {
      const label = facts.main?.state === 'thinking' ? facts.main.label : stateLabel('thinking');
      return withWork(endBatch(facts, hook), hook, 'thinking', label);
    }
    case 'notice':
    case 'form':
    case 'formAnswer':
      return applyNotification(facts, hook);
    case 'turnEnd':
      return endTurn(reschedule(facts, scheduleChangeOfTurnEnd(report.crons), at), hook);
    case 'turnFailure': {
      const { error, details, lastMessage: last } = report;
      const limit = report.limit?.(at);
      const context = { error, details, message: headAndTail(last), ...(limit && { limit }) };
      return withRest(closeTurn(facts, hook), hook, 'error', failureLabel(error, last), context);
    }
    case 'interrupt':
      return withRest(closeTurn(facts, hook), hook, 'interrupted', stateLabel('interrupted'));
    case 'compactionStart':
      return {
        ...withWork(facts, hook, 'compacting', stateLabel('compacting'), {
          trigger: report.trigger,
        }),
        compactingFrom: facts.main?.state === 'compacting' ? facts.compactingFrom : facts.main,
      };
    case 'compactionEnd':
      return endCompaction(facts, hook);
    case 'taskStart':
      return { ...facts, tasks: createTask(facts.tasks, report) };
    case 'taskEnd':
      return { ...facts, tasks: completeTask(facts.tasks, report, at) };
    case 'sessionEnd': {
      const { reason } = report;
      const ended = { kind: 'ended', state: 'session_ended', confidence: 1 } as const;
      const label = endedLabel(reason);
      return {
        ...withMain(closeOpenCalls(facts), hook, { ...ended, label, context: { reason } }),
        endedFrom: endedFrom(facts),
        pending: [],
        subagents: endSubagents(facts, at),
      };
    }
    default:
      return facts; // A hook that does not affect the state, or one of a newer client.
  }
}

/** The session's activity before its end according to hooks; other sources may be more precise. */
function endedFrom(facts: HookFacts): EndedFrom {
  if (facts.main?.kind === 'resting' && facts.main.state === 'error') {
    return { failed: facts.main.label };
  }
  if (facts.pending.length > 0 || facts.main?.kind === 'working') return 'work';
  if (hasTeam(facts) && subagentsAfterTurn(facts).some(({ endedAt }) => endedAt === undefined)) {
    return 'work';
  }
  return facts.main?.kind === 'background' && !waitsForShellsAlone(facts.main) ? 'work' : 'rest';
}

/**
 * The hook of a prompt that the client was started with may run up to this long, in ms, before the
 * hook of the session's start.
 */
const startDelayMs = 1_000;

function startSession(facts: HookFacts, hook: HookEvent): HookFacts {
  const promptedAt = facts.humanPromptAt ?? -Infinity;
  if (facts.main?.kind === 'working' && hook.at - promptedAt < startDelayMs) return facts;
  const fresh = { ...closeOpenCalls(facts), pending: [], subagents: endSubagents(facts, hook.at) };
  return hook.report.startsTurn === true
    ? withWork(fresh, hook, 'thinking', stateLabel('thinking'))
    : withRest(fresh, hook, 'idle', stateLabel('idle'));
}

/**
 * Restores the state after a compaction. Manual compaction leaves the session idle; automatic
 * compaction continues the turn. A client that compacts while idle, before its prompt cache
 * expires, also reports that as automatic.
 */
function endCompaction(facts: HookFacts, hook: HookEvent): HookFacts {
  if (facts.main?.state !== 'compacting') return facts;
  const isAutomatic = facts.main.context?.['trigger'] === 'auto';
  const { compactingFrom: from } = facts;
  const done = { ...facts, compactingFrom: undefined };
  if (isAutomatic && from?.kind === 'resting') {
    return { ...done, main: { ...from, at: hook.at, worked: lastWorkingState(facts.main) } };
  }
  return isAutomatic || from?.kind === 'working'
    ? withWork(done, hook, 'thinking', stateLabel('thinking'))
    : withRest(done, hook, 'idle', stateLabel('idle'));
}

function startTurn(facts: HookFacts, hook: HookEvent): HookFacts {
  const { prompt: promptText = '', promptId } = hook.report;
  const isHuman = isWrittenByPerson(facts, hook.report, hook.at);
  const prompt = truncatePrompt(promptText);
  const next: HookFacts = {
    ...facts,
    continuesAt: undefined,
    pending: isHuman ? endDialogsBefore(facts.pending, promptId) : facts.pending,
    humanPromptAt: isHuman ? hook.at : facts.humanPromptAt,
    // A prompt that is queued into a turn starts no new turn.
    turnAt: facts.main?.kind === 'working' ? facts.turnAt : hook.at,
    schedule: isHuman ? facts.schedule : removeStartedRun(facts.schedule, promptText, hook.at),
    expired: isHuman ? undefined : facts.expired,
    firstPrompt: facts.firstPrompt ?? (isHuman ? prompt : undefined),
    lastPrompt: isHuman ? prompt : facts.lastPrompt,
  };
  // A prompt typed while a tool runs is queued, so the open tools stay.
  return withWork(next, hook, 'thinking', stateLabel('thinking'));
}

function startTool(facts: HookFacts, hook: HookEvent): HookFacts {
  const { report, at } = hook;
  const { tool: name = 'a tool', input, toolUseId: id } = report;
  // On a busy machine, the hook of a call's start may run after the hook of its end.
  if (id !== undefined && facts.endedTools.includes(id))
    return { ...facts, tasks: tasksAfterCall(facts.tasks, report, at) };
  const open = { id: id ?? `${name}@${at}`, name, input, at };
  const next = {
    ...facts,
    pending: isDialogTool(name)
      ? addDialog(facts, hook, false)
      : setToolUseId(facts.pending, report),
    openTools: [...facts.openTools.filter((tool) => tool.id !== open.id), open],
    tasks: tasksAfterCall(facts.tasks, report, at),
  };
  return withWork(next, hook, 'thinking', stateLabel('thinking'));
}

function endTool(facts: HookFacts, hook: HookEvent, error: string | undefined): HookFacts {
  const { tool = 'a tool', input, isInterrupt } = hook.report;
  const next = { ...facts, ...endCalls(facts, hook.report) };
  if (isInterrupt === true)
    return withRest(next, hook, 'interrupted', stateLabel('interrupted'), { tool });
  const label = resultLabel(tool, error, next.expired, hook.at);
  return withWork(next, hook, 'thinking', label, { tool, toolInput: compactInput(input), error });
}

/** Ends a call that auto mode blocked; the turn continues. */
function endBlockedCall(facts: HookFacts, hook: HookEvent): HookFacts {
  const { tool = 'a tool', input: rawInput, reason } = hook.report;
  const input = compactInput(rawInput);
  const label = stateLabel('blockedCall', callSubject({ tool, input }));
  const context = { tool, toolInput: input, blocked: reason ?? '' };
  return withWork({ ...facts, ...endCalls(facts, hook.report) }, hook, 'thinking', label, context);
}

function applyNotification(facts: HookFacts, hook: HookEvent): HookFacts {
  const { report, at } = hook;
  const { notice } = report;
  if (notice === 'idle') {
    const isIdle = facts.main !== undefined && facts.main.kind !== 'working';
    const next = isIdle ? facts : withRest(closeOpenCalls(facts), hook, 'idle', stateLabel('idle'));
    return { ...next, idleNotifiedAt: at };
  }
  if (notice === 'continues') return { ...facts, continuesAt: at };
  if (notice === 'stays') return { ...facts, staysAt: at };
  if (report.moment === 'formAnswer' || notice === 'formAnswer') {
    return { ...facts, pending: facts.pending.filter((one) => toolKind(one.toolName) !== 'form') };
  }
  const dialog = pendingFromNotification(facts, report, at);
  return dialog === undefined ? facts : { ...facts, pending: [...facts.pending, dialog] };
}

function endTurn(facts: HookFacts, hook: HookEvent): HookFacts {
  const { background: tasks, lastMessage: last } = hook.report;
  const { running, ...team } = splitTeam(tasks ?? runningSubagents(facts));
  const next = closeTurn(facts, hook);
  const message = headAndTail(last);
  if (running.length > 0) {
    return withMain(next, hook, {
      kind: 'background',
      state: 'waiting_for_agent',
      label: backgroundLabel(running),
      confidence: 0.95,
      context: { backgroundTasks: running, message, ...team },
    });
  }
  const finished = finishedTask(facts.tasks, facts.humanPromptAt);
  if (finished !== undefined) {
    const label = stateLabel('finished', finished.subject);
    return withRest(next, hook, 'task_complete', label, { message, ...team });
  }
  if (message !== undefined && asksUser(message)) {
    return withRest(
      next,
      hook,
      'awaiting_input',
      stateLabel('question'),
      { message, ...team },
      0.7,
    );
  }
  return withRest(next, hook, 'idle', stateLabel('idle'), { message, ...team });
}

function reschedule(facts: HookFacts, change: ScheduleChange | undefined, at: number): HookFacts {
  return change === undefined
    ? facts
    : { ...facts, schedule: applyScheduleChange(facts.schedule, change, at) };
}

/** Closes the dialogs and calls of an ended turn. */
function closeTurn(facts: HookFacts, { report, at }: HookEvent): HookFacts {
  return { ...closeOpenCalls(facts), lastTurnEnd: { at, promptId: report.promptId } };
}

/**
 * Ends the calls of a batch. Needed for calls that were denied with feedback, for which no hook of
 * their own runs.
 */
function endBatch(facts: HookFacts, { report, at }: HookEvent): HookFacts {
  const ids = (report.calls ?? []).map((call) => textField(call, 'id'));
  const ended = ids.filter((id) => id !== undefined);
  const pending = endDialogsOfCalls(facts.pending, report.calls);
  return {
    ...facts,
    // Hooks of the next message's calls may have run before the hook of the batch's end.
    openTools: ended.length === 0 ? [] : facts.openTools.filter(({ id }) => !ended.includes(id)),
    pending,
    endedTools: addEndedIds(facts.endedTools, ended),
    expired: expiredRemoval(facts.pending, pending, at) ?? facts.expired,
  };
}

/** Removes all open dialogs and calls of the main agent. */
function closeOpenCalls(facts: HookFacts): HookFacts {
  return { ...facts, openTools: [], pending: endDialogs(facts.pending, undefined) };
}

function endSubagents(facts: HookFacts, at: number): HookFacts['subagents'] {
  return new Map(
    [...facts.subagents].map(([id, agent]) => [id, { ...agent, endedAt: agent.endedAt ?? at }]),
  );
}

/** Sets the state of the main agent to a working one. */
function withWork(
  facts: HookFacts,
  hook: HookEvent,
  state: string,
  label: Label,
  context?: HookState['context'],
): HookFacts {
  return withMain(facts, hook, { kind: 'working', state, label, confidence: 0.95, context });
}

/** Sets the state of the main agent to an idle one. */
function withRest(
  facts: HookFacts,
  hook: HookEvent,
  state: string,
  label: Label,
  context?: HookState['context'],
  confidence = 0.95,
): HookFacts {
  return withMain(facts, hook, { kind: 'resting', state, label, confidence, context });
}

function withMain(
  facts: HookFacts,
  { at, report }: HookEvent,
  state: Omit<HookState, 'since' | 'at' | 'moment'>,
): HookFacts {
  const before = facts.main;
  const isSameState = before?.kind === state.kind && before.state === state.state;
  // The end of a turn starts a new rest, even if the hook of the turn's prompt has not arrived yet.
  const isNewRest = state.kind === 'resting' && facts.lastTurnEnd?.at === at;
  const since = isSameState && !isNewRest ? before.since : at;
  const worked = state.kind === 'working' ? undefined : lastWorkingState(before);
  const main = { ...state, at, moment: report.moment, since };
  const hasWorked = facts.hasWorked || state.kind === 'working';
  return { ...facts, hasWorked, main: { ...main, ...(worked && { worked }) } };
}

/**
 * The last working state. It is retained across resting states, because another hook of a turn's
 * end may make the agent continue, after which the turn ends a second time.
 */
function lastWorkingState(main: HookState | undefined): HookState['worked'] {
  if (main?.kind !== 'working') return main?.worked;
  const { state, label, since } = main;
  return { state, label, since };
}
