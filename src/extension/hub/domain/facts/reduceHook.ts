import { stateLabel } from '../../../../shared/words/stateLabels';
import { asksUser } from '../words/asksUser';
import type { HookEvent, HookPayload } from './event';
import { backgroundLabel, endedLabel, failureLabel, labels, textField } from '../words/labels';
import { runningSubagents, waitsForShellsAlone } from './background';
import type { EndedFrom } from './ending';
import { compactInput, isDialogTool } from '../words/tools';
import { beginningAndEnd, keptPrompt } from '../words/clip';
import {
  announce,
  endCalls,
  endDialogs,
  endDialogsBefore,
  endDialogsOf,
  pendingFromNotification,
  withEnded,
} from './pending';
import { reduceSubagent } from './reduceSubagent';
import { createTask, completeTask, finishedTask, tasksAfterCall } from './tasks';
import type { HookFacts, HookState } from './session';

/** Folds one hook call into the hook's part of the facts. Events come in the order of `at`. */
export function reduceHook(before: HookFacts | undefined, event: HookEvent): HookFacts {
  const facts = withCommon(before ?? emptyHookFacts(event.at), event);
  return event.payload.agent_id === undefined
    ? afterItsTurn(facts, event, reduceMain(facts, event))
    : reduceSubagent(facts, event, event.payload.agent_id);
}

function emptyHookFacts(at: number): HookFacts {
  return {
    main: undefined,
    stopped: undefined,
    firstAt: at,
    lastAt: at,
    pending: [],
    openTools: [],
    endedTools: [],
    subagents: new Map(),
    tasks: [],
    humanPromptAt: undefined,
    idleSaidAt: undefined,
    endedFrom: 'rest',
    compactingFrom: undefined,
    cwd: undefined,
    pid: undefined,
    entrypoint: undefined,
    model: undefined,
    permissionMode: undefined,
    lastPrompt: undefined,
    firstPrompt: undefined,
    title: undefined,
  };
}

/** What any event may tell; a missing value never overwrites a known one. */
function withCommon(facts: HookFacts, { at, pid, entrypoint, payload }: HookEvent): HookFacts {
  const ofMain = payload.agent_id === undefined;
  return {
    ...facts,
    // A reminder that the client sends to a person is no activity of the session.
    lastAt: payload.hook_event_name === 'Notification' ? facts.lastAt : Math.max(facts.lastAt, at),
    // Where the session began: a `cd` of the agent does not make it another project.
    cwd: facts.cwd ?? payload.cwd,
    pid: pid ?? facts.pid,
    entrypoint: entrypoint ?? facts.entrypoint,
    model: (ofMain ? (payload.to_model ?? payload.model) : undefined) ?? facts.model,
    permissionMode: payload.permission_mode ?? facts.permissionMode,
    title: payload.session_title ?? facts.title,
  };
}

/** On a busy machine the hook of a tool or of the prompt may run after that of the turn's end. */
const lateMs = 2_000;
const toolEndings: ReadonlySet<string> = new Set([
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
]);

/** A hook that arrives after its turn ended must not start a new turn. */
function afterItsTurn(before: HookFacts, { payload, at }: HookEvent, next: HookFacts): HookFacts {
  const { main, stopped } = before;
  if (stopped === undefined || main?.at !== stopped.at || next.main?.kind !== 'working')
    return next;
  if (at - stopped.at >= lateMs) return next;
  const event = payload.hook_event_name;
  const ofThatPrompt = payload.prompt_id !== undefined && payload.prompt_id === stopped.promptId;
  const late = toolEndings.has(event) || (event === 'UserPromptSubmit' && ofThatPrompt);
  return late ? { ...next, main } : next;
}

function reduceMain(facts: HookFacts, { payload, at, callId }: HookEvent): HookFacts {
  const event = payload.hook_event_name;
  switch (event) {
    case 'SessionStart':
      return payload.source === 'compact' ? afterCompaction(facts, at, event) : started(facts, at);
    case 'UserPromptSubmit':
      return prompted(facts, payload, at);
    case 'PreToolUse':
      return toolStarts(facts, payload, at);
    case 'PermissionRequest':
      return { ...facts, pending: announce(facts, payload, at, true, callId) };
    case 'PostToolUse':
    case 'PermissionDenied':
      return toolEnds(facts, payload, at, undefined);
    case 'PostToolUseFailure':
      return toolEnds(facts, payload, at, payload.error ?? '');
    case 'PostToolBatch':
      return working(
        batchEnded(facts, payload),
        'thinking',
        facts.main?.state === 'thinking' ? facts.main.label : labels.thinking,
        at,
        event,
      );
    case 'Notification':
    case 'Elicitation':
    case 'ElicitationResult':
      return notified(facts, payload, at);
    case 'Stop':
      return stopped(turnOver(facts, payload, at), payload, at);
    case 'StopFailure':
      return resting(
        cleared(turnOver(facts, payload, at)),
        'error',
        failureLabel(payload.error, payload.last_assistant_message),
        at,
        event,
        {
          error: payload.error,
          details: payload.error_details,
          message: beginningAndEnd(payload.last_assistant_message),
        },
      );
    case 'PreCompact':
      return {
        ...working(facts, 'compacting', labels.compacting, at, event, { trigger: payload.trigger }),
        compactingFrom: facts.main?.state === 'compacting' ? facts.compactingFrom : facts.main,
      };
    case 'PostCompact':
      return afterCompaction(facts, at, event);
    case 'TaskCreated':
      return { ...facts, tasks: createTask(facts.tasks, payload) };
    case 'TaskCompleted':
      return { ...facts, tasks: completeTask(facts.tasks, payload, at) };
    case 'SessionEnd':
      return {
        ...withMain(cleared(facts), {
          kind: 'ended',
          state: 'session_ended',
          label: endedLabel(payload.reason),
          confidence: 1,
          at,
          event,
          context: { reason: payload.reason },
        }),
        endedFrom: endedFrom(facts),
        pending: [],
        subagents: endAll(facts, at),
      };
    default:
      return facts; // An event that says nothing about the state, or one of a newer client.
  }
}

/** What the hooks say that the session did when it ended; other sources may know better. */
function endedFrom(facts: HookFacts): EndedFrom {
  if (facts.main?.kind === 'resting' && facts.main.state === 'error') {
    return { failed: facts.main.label };
  }
  if (facts.pending.length > 0 || facts.main?.kind === 'working') return 'work';
  return facts.main?.kind === 'background' && !waitsForShellsAlone(facts.main) ? 'work' : 'rest';
}

/** A prompt that was given at the start may overtake the hook of the start itself, in ms. */
const startMs = 1_000;

function started(facts: HookFacts, at: number): HookFacts {
  const promptedAt = facts.humanPromptAt ?? -Infinity;
  if (facts.main?.kind === 'working' && at - promptedAt < startMs) return facts;
  const fresh = { ...cleared(facts), pending: [], subagents: endAll(facts, at) };
  return resting(fresh, 'idle', labels.idle, at, 'SessionStart');
}

/** Manual compaction ends at the prompt, automatic compaction goes on with the turn. */
function afterCompaction(facts: HookFacts, at: number, event: string): HookFacts {
  if (facts.main?.state !== 'compacting') return facts;
  const automatic = facts.main.context?.['trigger'] === 'auto';
  const done = { ...facts, compactingFrom: undefined };
  return automatic || facts.compactingFrom?.kind === 'working'
    ? working(done, 'thinking', labels.thinking, at, event)
    : resting(done, 'idle', labels.idle, at, event);
}

function prompted(facts: HookFacts, payload: HookPayload, at: number): HookFacts {
  const told = payload.prompt ?? '';
  const human = !told.startsWith('<task-notification>');
  const prompt = keptPrompt(told);
  const next: HookFacts = {
    ...facts,
    pending: human ? endDialogsBefore(facts.pending, payload.prompt_id) : facts.pending,
    humanPromptAt: human ? at : facts.humanPromptAt,
    firstPrompt: facts.firstPrompt ?? (human ? prompt : undefined),
    lastPrompt: human ? prompt : facts.lastPrompt,
  };
  // A prompt typed while a tool runs is queued, so the open tools stay.
  return working(next, 'thinking', labels.thinking, at, 'UserPromptSubmit');
}

function toolStarts(facts: HookFacts, payload: HookPayload, at: number): HookFacts {
  const name = payload.tool_name ?? 'a tool';
  const pending = isDialogTool(name) ? announce(facts, payload, at, false) : facts.pending;
  const open = {
    id: payload.tool_use_id ?? `${name}@${at}`,
    name,
    input: payload.tool_input,
    at,
  };
  const next = {
    ...facts,
    pending,
    openTools: [...facts.openTools.filter((tool) => tool.id !== open.id), open],
    tasks: tasksAfterCall(facts.tasks, payload, at),
  };
  return working(next, 'thinking', labels.thinking, at, 'PreToolUse');
}

function toolEnds(
  facts: HookFacts,
  payload: HookPayload,
  at: number,
  error: string | undefined,
): HookFacts {
  const name = payload.tool_name ?? 'a tool';
  const next = { ...facts, ...endCalls(facts, payload) };
  if (payload.is_interrupt === true) {
    return resting(next, 'interrupted', labels.interrupted, at, payload.hook_event_name, {
      tool: name,
    });
  }
  const label = error === undefined ? stateLabel('used', name) : stateLabel('failed', name);
  return working(next, 'thinking', label, at, payload.hook_event_name, {
    tool: name,
    toolInput: compactInput(payload.tool_input),
    error,
  });
}

function notified(facts: HookFacts, payload: HookPayload, at: number): HookFacts {
  const type = payload.notification_type;
  if (type === 'idle_prompt') {
    const rests = facts.main !== undefined && facts.main.kind !== 'working';
    const next = rests ? facts : resting(cleared(facts), 'idle', labels.idle, at, 'Notification');
    return { ...next, idleSaidAt: at };
  }
  if (payload.hook_event_name === 'ElicitationResult' || type === 'elicitation_response') {
    return { ...facts, pending: facts.pending.filter((one) => one.toolName !== 'Elicitation') };
  }
  const dialog = pendingFromNotification(facts, payload, at);
  return dialog === undefined ? facts : { ...facts, pending: [...facts.pending, dialog] };
}

function stopped(facts: HookFacts, payload: HookPayload, at: number): HookFacts {
  const running = (payload.background_tasks ?? runningSubagents(facts)).filter(
    (task) => task.status === undefined || task.status === 'running',
  );
  const next = cleared(facts);
  const message = beginningAndEnd(payload.last_assistant_message);
  if (running.length > 0) {
    return withMain(next, {
      kind: 'background',
      state: 'waiting_for_agent',
      label: backgroundLabel(running),
      confidence: 0.95,
      at,
      event: 'Stop',
      context: { backgroundTasks: running, message },
    });
  }
  const finished = finishedTask(facts.tasks, facts.humanPromptAt);
  if (finished !== undefined) {
    return resting(next, 'task_complete', stateLabel('finished', finished.subject), at, 'Stop', {
      message,
    });
  }
  if (message !== undefined && asksUser(message)) {
    return resting(next, 'awaiting_input', labels.question, at, 'Stop', { message }, 0.7);
  }
  return resting(next, 'idle', labels.idle, at, 'Stop', { message });
}

function turnOver(facts: HookFacts, { prompt_id: promptId }: HookPayload, at: number): HookFacts {
  return { ...facts, stopped: { at, promptId } };
}

/** Calls that were denied with feedback have no Post event of their own. */
function batchEnded(facts: HookFacts, payload: HookPayload): HookFacts {
  const ids = (payload.tool_calls ?? []).map((call) => textField(call, 'tool_use_id'));
  const ended = ids.filter((id) => id !== undefined);
  return {
    ...facts,
    // Those of the next message may have been told sooner.
    openTools: ended.length === 0 ? [] : facts.openTools.filter(({ id }) => !ended.includes(id)),
    pending: endDialogsOf(facts.pending, payload.tool_calls),
    endedTools: withEnded(facts.endedTools, ended),
  };
}

/** The turn is over: the main agent has no dialog and no tool open. */
function cleared(facts: HookFacts): HookFacts {
  return { ...facts, openTools: [], pending: endDialogs(facts.pending, undefined) };
}

function endAll(facts: HookFacts, at: number): HookFacts['subagents'] {
  return new Map(
    [...facts.subagents].map(([id, agent]) => [id, { ...agent, endedAt: agent.endedAt ?? at }]),
  );
}

function working(
  facts: HookFacts,
  state: string,
  label: string,
  at: number,
  event: string,
  context?: Readonly<Record<string, unknown>>,
): HookFacts {
  return withMain(facts, { kind: 'working', state, label, confidence: 0.95, at, event, context });
}

function resting(
  facts: HookFacts,
  state: string,
  label: string,
  at: number,
  event: string,
  context?: Readonly<Record<string, unknown>>,
  confidence = 0.95,
): HookFacts {
  return withMain(facts, { kind: 'resting', state, label, confidence, at, event, context });
}

function withMain(facts: HookFacts, next: Omit<HookState, 'since'>): HookFacts {
  const same = facts.main?.kind === next.kind && facts.main.state === next.state;
  const since = same && facts.main !== undefined ? facts.main.since : next.at;
  const worked = next.kind === 'working' ? undefined : workedBefore(facts.main);
  return { ...facts, main: { ...next, since, ...(worked && { worked }) } };
}

/** Other hooks of a turn's end may send the agent on: then another end follows the first. */
function workedBefore(main: HookState | undefined): HookState['worked'] {
  if (main?.kind !== 'working') return main?.worked;
  const { state, label, since } = main;
  return { state, label, since };
}
