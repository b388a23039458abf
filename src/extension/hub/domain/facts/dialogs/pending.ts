import { isServerTool } from '../../../../../shared/agents/inputs';
import { isDialogTool, isFieldFor, toolKind, toolName } from '../../../../../shared/agents/tools';
import { isBlockedUnanswered } from './expiry';
import type { EndedCallReport, HookEvent, HookMoment, HookReport } from '../event';
import { unknownTool } from '../../words/labels';
import type { HookFacts, OpenTool, PendingFact } from '../session';

/**
 * Adds the dialog that a PreToolUse announces or a PermissionRequest confirms. While an earlier
 * call is held, a new held call with the same request gets a dialog of its own, so that it cannot
 * replace the earlier call's dialog.
 */
export function addDialog(
  facts: HookFacts,
  { report, at, callId, heldCalls = [] }: HookEvent,
  confirmed: boolean,
): readonly PendingFact[] {
  const toolName = report.tool ?? unknownTool;
  const isOfHeldCall = (held: string | undefined): boolean =>
    callId !== undefined && held !== undefined && heldCalls.includes(held);
  const earlier = facts.pending.find((one) => isSameCall(one, report) && !isOfHeldCall(one.callId));
  const reported = {
    toolInput: report.input,
    suggestions: report.suggestions ?? earlier?.suggestions ?? [],
    agentType: report.agentType,
    cwd: report.cwd ?? earlier?.cwd,
    mcpServer: mcpServerOf(toolName, report) ?? earlier?.mcpServer,
  };
  const others = facts.pending.filter((one) => one !== earlier && one.moment !== 'notice');
  const isNew = confirmed && earlier?.confirmed !== true;
  const isQueued = isNew && others.some((one) => one.confirmed);
  const next: PendingFact = {
    toolName,
    // A later hook must not change the content of a held call, because a person decides on what is
    // shown.
    ...(callId === undefined && earlier?.callId !== undefined ? heldContent(earlier) : reported),
    // A PermissionRequest has no tool use id; it belongs to the open call with the same input.
    toolUseId: report.toolUseId ?? earlier?.toolUseId ?? openCall(facts.openTools, report)?.id,
    at: earlier?.at ?? at,
    agentId: report.agentId,
    confirmed: confirmed || (earlier?.confirmed ?? false),
    moment: report.moment,
    promptId: report.promptId ?? earlier?.promptId,
    ...(earlier?.blocked && { blocked: earlier.blocked }),
    callId: callId ?? earlier?.callId,
    heldAt: callId === undefined ? earlier?.heldAt : at,
    ...((earlier?.blocks === true || isBlockedUnanswered(report)) && { blocks: true }),
    ...((earlier?.waitedItsTurn === true || isQueued) && { waitedItsTurn: true }),
  };
  return [...others, next];
}

function heldContent({ toolInput, suggestions, agentType, cwd, mcpServer }: PendingFact) {
  return { toolInput, suggestions, agentType, cwd, mcpServer };
}

/** Greatest length of a server's name, in characters; longer ones are truncated. */
const maxServerLength = 200;

function mcpServerOf(toolName: string, { server }: HookReport): string | undefined {
  return isServerTool(toolName) ? server?.slice(0, maxServerLength) || undefined : undefined;
}

/** Removes the calls that a PostToolUse, a denial or a batch has ended, and their dialogs. */
export function endCalls(
  facts: HookFacts,
  report: HookReport,
): Pick<HookFacts, 'openTools' | 'endedTools' | 'pending'> {
  const open = openCall(facts.openTools, report);
  const endedId = report.toolUseId ?? open?.id;
  return {
    endedTools: endedId === undefined ? facts.endedTools : addEndedIds(facts.endedTools, [endedId]),
    openTools:
      report.agentId === undefined
        ? facts.openTools.filter((tool) => tool !== open)
        : facts.openTools,
    pending: facts.pending.filter((one) => !isSameCall(one, report) && one.moment !== 'notice'),
  };
}

/**
 * Adds ids of ended calls. Only the newest are retained, since the transcript soon contains the
 * ends as well.
 */
export function addEndedIds(ended: readonly string[], ids: readonly string[]): readonly string[] {
  return [...ended, ...ids].slice(-64);
}

/** Calls that start within this time after a request, in ms, were made together with its call. */
const togetherMs = 500;

/**
 * Removes the earlier requests of an agent that makes one call after the other, at the start of its
 * next call, with the calls that were requested: no hook reports that one was denied.
 */
export function endRequestsBefore(facts: HookFacts, { report, at }: HookEvent): HookFacts {
  if (report.endsRequests !== true) return facts;
  const ended = facts.pending.filter(
    (one) => one.agentId === report.agentId && at - one.at > togetherMs && !isSameCall(one, report),
  );
  if (ended.length === 0) return facts;
  return {
    ...facts,
    pending: facts.pending.filter((one) => !ended.includes(one)),
    openTools: facts.openTools.filter(({ id }) => !ended.some((one) => one.toolUseId === id)),
  };
}

/** Removes the dialog of one call. */
export function endRequest(
  pending: readonly PendingFact[],
  { agentId, toolUseId }: HookReport,
): readonly PendingFact[] {
  return pending.filter((one) => one.agentId !== agentId || one.toolUseId !== toolUseId);
}

/** Removes every dialog of one agent; `undefined` is the main agent. */
export function endDialogs(
  pending: readonly PendingFact[],
  agentId: string | undefined,
): readonly PendingFact[] {
  return pending.filter((one) => one.agentId !== agentId);
}

/**
 * Removes the main agent's dialogs at a prompt, except those of the same prompt: on a busy machine,
 * the prompt's hook may arrive after theirs.
 */
export function endDialogsBefore(
  pending: readonly PendingFact[],
  promptId: string | undefined,
): readonly PendingFact[] {
  return pending.filter(
    (one) => one.agentId !== undefined || (promptId !== undefined && one.promptId === promptId),
  );
}

/**
 * Removes the main agent's dialogs of the calls that a batch ended. The dialog of a later call
 * stays, even if its hook arrived before the batch's end.
 */
export function endDialogsOfCalls(
  pending: readonly PendingFact[],
  calls: readonly EndedCallReport[] | undefined,
): readonly PendingFact[] {
  if (calls === undefined || calls.length === 0) return endDialogs(pending, undefined);
  return pending.filter(
    (one) => one.agentId !== undefined || !calls.some((call) => isDialogOf(one, call)),
  );
}

/**
 * Maximum number of held dialogs to retain after a hook ended them: as many as can be held at a
 * time.
 */
const maxEndedDialogs = 20;

/** Hooks that announce or confirm a dialog, and therefore end none. */
const announcingMoments: ReadonlySet<HookMoment | undefined> = new Set([
  'request',
  'callStart',
] as const);

/**
 * Adds the main agent's held dialogs that this hook has ended. Returns the same object if there are
 * none, because most hooks end no dialog.
 */
export function addEndedDialogs(before: HookFacts, next: HookFacts, hook: HookEvent): HookFacts {
  const ended = endedDialogs(before, next, hook);
  return ended === next.endedDialogs ? next : { ...next, endedDialogs: ended };
}

/**
 * Returns the main agent's held dialogs that hooks, including this one, have ended while their
 * calls are still held.
 */
function endedDialogs(
  before: HookFacts,
  { pending }: HookFacts,
  { report, heldCalls }: HookEvent,
): readonly PendingFact[] {
  const ended = announcingMoments.has(report.moment)
    ? []
    : before.pending.filter(
        (one) => one.callId !== undefined && one.agentId === undefined && !pending.includes(one),
      );
  const stillHeld = heldCalls
    ? before.endedDialogs.filter(({ callId = '' }) => heldCalls.includes(callId))
    : before.endedDialogs;
  if (ended.length === 0)
    return stillHeld.length < before.endedDialogs.length ? stillHeld : before.endedDialogs;
  const withIds = ended.map((one) => ({ ...one, toolUseId: one.toolUseId ?? report.toolUseId }));
  return [...stillHeld, ...withIds].slice(-maxEndedDialogs);
}

/**
 * Sets the tool use id of a dialog whose PermissionRequest, which has no id, arrived before its
 * PreToolUse.
 */
export function setToolUseId(
  pending: readonly PendingFact[],
  report: HookReport,
): readonly PendingFact[] {
  const withoutId = pending.find((one) => one.toolUseId === undefined && isSameCall(one, report));
  return withoutId === undefined
    ? pending
    : pending.map((one) => (one === withoutId ? { ...one, toolUseId: report.toolUseId } : one));
}

function isDialogOf(one: PendingFact, call: EndedCallReport): boolean {
  const { id, name, input } = call;
  if (id !== undefined && one.toolUseId !== undefined) return id === one.toolUseId;
  return (
    name === one.toolName &&
    (isDialogTool(one.toolName) || isSameInput(one.toolName, input, one.toolInput))
  );
}

/**
 * Returns the dialog that only a notification reports; undefined if a dialog is already known, or
 * if a permission is reported while the session is not working.
 */
export function pendingFromNotification(
  facts: HookFacts,
  report: HookReport,
  at: number,
): PendingFact | undefined {
  const isElicitation = report.moment === 'form' || report.notice === 'form';
  const isPermission = report.notice === 'permission';
  if (!isElicitation && !isPermission) return undefined;
  if (facts.pending.length > 0) return undefined;
  if (isPermission && facts.main !== undefined && facts.main.kind !== 'working') return undefined;
  const running = facts.openTools.at(-1);
  return {
    toolName: isElicitation ? toolName('form') : (running?.name ?? unknownTool),
    toolInput: isElicitation ? { message: report.message } : running?.input,
    toolUseId: isElicitation ? undefined : running?.id,
    suggestions: [],
    at,
    confirmed: true,
    moment: isElicitation ? 'form' : 'notice',
  };
}

function openCall(open: readonly OpenTool[], report: HookReport): OpenTool | undefined {
  if (report.toolUseId !== undefined) return open.find((tool) => tool.id === report.toolUseId);
  return open.findLast(
    (tool) => tool.name === report.tool && isSameInput(tool.name, tool.input, report.input),
  );
}

function isSameCall(one: PendingFact, report: HookReport): boolean {
  if (one.agentId !== report.agentId || one.toolName !== report.tool) return false;
  if (one.toolUseId !== undefined && report.toolUseId !== undefined) {
    return one.toolUseId === report.toolUseId;
  }
  return (
    isSameInput(one.toolName, one.toolInput, report.input) || toolKind(one.toolName) === 'question'
  );
}

/**
 * Compares the inputs of two calls of a tool, without the agent's own words about them, which some
 * programs send only with the request.
 */
export function isSameInput(tool: string, a: unknown, b: unknown): boolean {
  return a === b || comparableText(tool, a) === comparableText(tool, b);
}

function comparableText(tool: string, input: unknown): string | undefined {
  return JSON.stringify(input, (field, value: unknown) =>
    isFieldFor('comment', tool, field) ? undefined : value,
  );
}
