import { isServerTool } from '../../../../../shared/agents/inputs';
import { isDialogTool, toolKind, toolName } from '../../../../../shared/agents/tools';
import { hookEvents } from '../../../../agents/claude/names/hookEvents';
import { isBlockedUnanswered } from './expiry';
import type { HookEvent, HookPayload } from '../event';
import { textField, unknownTool } from '../../words/labels';
import type { HookFacts, OpenTool, PendingFact } from '../session';

/**
 * Adds the dialog that a PreToolUse foretells or a PermissionRequest confirms. A call that is held is a
 * dialog of its own while the one before is: whoever asks the same as another gets none of its place.
 */
export function announce(
  facts: HookFacts,
  { payload, at, callId, heldCalls = [] }: HookEvent,
  confirmed: boolean,
): readonly PendingFact[] {
  const toolName = payload.tool_name ?? unknownTool;
  const isTaken = (held: string | undefined): boolean =>
    callId !== undefined && held !== undefined && heldCalls.includes(held);
  const earlier = facts.pending.find((one) => isSameCall(one, payload) && !isTaken(one.callId));
  const told = {
    toolInput: payload.tool_input,
    suggestions: payload.permission_suggestions ?? earlier?.suggestions ?? [],
    agentType: payload.agent_type,
    cwd: payload.cwd ?? earlier?.cwd,
    mcpServer: mcpServerOf(toolName, payload) ?? earlier?.mcpServer,
  };
  const others = facts.pending.filter((one) => one !== earlier && one.event !== hookEvents.notice);
  const isNew = confirmed && earlier?.confirmed !== true;
  const isBehind = isNew && others.some((one) => one.confirmed);
  const next: PendingFact = {
    toolName,
    // A held call is answered as it came: what is told of it later is not what a person decides on.
    ...(callId === undefined && earlier?.callId !== undefined ? asHeld(earlier) : told),
    // A PermissionRequest names no tool use: it is the open call with the same input.
    toolUseId: payload.tool_use_id ?? earlier?.toolUseId ?? openCall(facts.openTools, payload)?.id,
    at: earlier?.at ?? at,
    agentId: payload.agent_id,
    confirmed: confirmed || (earlier?.confirmed ?? false),
    event: payload.hook_event_name,
    promptId: payload.prompt_id ?? earlier?.promptId,
    ...(earlier?.blocked && { blocked: earlier.blocked }),
    callId: callId ?? earlier?.callId,
    heldAt: callId === undefined ? earlier?.heldAt : at,
    ...((earlier?.blocks === true || isBlockedUnanswered(payload)) && { blocks: true }),
    ...((earlier?.waitedItsTurn === true || isBehind) && { waitedItsTurn: true }),
  };
  return [...others, next];
}

function asHeld({ toolInput, suggestions, agentType, cwd, mcpServer }: PendingFact) {
  return { toolInput, suggestions, agentType, cwd, mcpServer };
}

/** Longer names of servers are cut, in characters. */
const maxServerLength = 200;

function mcpServerOf(toolName: string, { mcp_server: server }: HookPayload): string | undefined {
  if (!isServerTool(toolName)) return undefined;
  const name = typeof server === 'string' ? server : textField(server, 'name');
  return name?.slice(0, maxServerLength) || undefined;
}

/** Removes the calls that a Post event, a denial or a batch has ended, and their dialogs. */
export function endCalls(
  facts: HookFacts,
  payload: HookPayload,
): Pick<HookFacts, 'openTools' | 'endedTools' | 'pending'> {
  const open = openCall(facts.openTools, payload);
  const endedId = payload.tool_use_id ?? open?.id;
  return {
    endedTools: endedId === undefined ? facts.endedTools : withEnded(facts.endedTools, [endedId]),
    openTools:
      payload.agent_id === undefined
        ? facts.openTools.filter((tool) => tool !== open)
        : facts.openTools,
    pending: facts.pending.filter(
      (one) => !isSameCall(one, payload) && one.event !== hookEvents.notice,
    ),
  };
}

/** The ids of ended calls with these added. Only the newest are kept: the transcript is never far behind. */
export function withEnded(ended: readonly string[], ids: readonly string[]): readonly string[] {
  return [...ended, ...ids].slice(-64);
}

/** Removes every dialog of one agent; `undefined` is the main agent. */
export function endDialogs(
  pending: readonly PendingFact[],
  agentId: string | undefined,
): readonly PendingFact[] {
  return pending.filter((one) => one.agentId !== agentId);
}

/** Removes the main agent's dialogs at a prompt, but for its own: on a busy machine its hook may run after theirs. */
export function endDialogsBefore(
  pending: readonly PendingFact[],
  promptId: string | undefined,
): readonly PendingFact[] {
  return pending.filter(
    (one) => one.agentId !== undefined || (promptId !== undefined && one.promptId === promptId),
  );
}

/** Removes the main agent's dialogs that a batch of calls ended, not that of a later call whose hook ran sooner. */
export function endDialogsOf(
  pending: readonly PendingFact[],
  calls: readonly unknown[] | undefined,
): readonly PendingFact[] {
  if (calls === undefined || calls.length === 0) return endDialogs(pending, undefined);
  return pending.filter(
    (one) => one.agentId !== undefined || !calls.some((call) => asked(one, call)),
  );
}

/** Held dialogs that are kept after a hook ended them: as many as are held at a time. */
const keptDialogs = 20;

/** Hooks that announce a dialog, or say more of one: they end none. */
const announcing: ReadonlySet<string> = new Set([hookEvents.request, hookEvents.callStart]);

/** Adds the main agent's held dialogs that this hook has ended; few hooks do, so no copy is made without one. */
export function withEndedDialogs(before: HookFacts, next: HookFacts, hook: HookEvent): HookFacts {
  const ended = endedDialogs(before, next, hook);
  return ended === next.endedDialogs ? next : { ...next, endedDialogs: ended };
}

/** The main agent's held dialogs that hooks have ended, with those that this hook did. */
function endedDialogs(
  before: HookFacts,
  { pending }: HookFacts,
  { payload, heldCalls }: HookEvent,
): readonly PendingFact[] {
  const ended = announcing.has(payload.hook_event_name)
    ? []
    : before.pending.filter(
        (one) => one.callId !== undefined && one.agentId === undefined && !pending.includes(one),
      );
  const kept = heldCalls
    ? before.endedDialogs.filter(({ callId = '' }) => heldCalls.includes(callId))
    : before.endedDialogs;
  if (ended.length === 0)
    return kept.length < before.endedDialogs.length ? kept : before.endedDialogs;
  const named = ended.map((one) => ({ ...one, toolUseId: one.toolUseId ?? payload.tool_use_id }));
  return [...kept, ...named].slice(-keptDialogs);
}

/** Names the tool use of a dialog whose PermissionRequest, which has no id, was sooner than its PreToolUse. */
export function withToolUse(
  pending: readonly PendingFact[],
  payload: HookPayload,
): readonly PendingFact[] {
  const nameless = pending.find((one) => one.toolUseId === undefined && isSameCall(one, payload));
  return nameless === undefined
    ? pending
    : pending.map((one) => (one === nameless ? { ...one, toolUseId: payload.tool_use_id } : one));
}

function asked(one: PendingFact, call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false;
  const { tool_use_id: id, tool_name: name, tool_input: input } = call as Partial<HookPayload>;
  if (id !== undefined && one.toolUseId !== undefined) return id === one.toolUseId;
  return name === one.toolName && (isDialogTool(one.toolName) || sameInput(input, one.toolInput));
}

/** The dialog that only a notification tells of; undefined where something better is known. */
export function pendingFromNotification(
  facts: HookFacts,
  payload: HookPayload,
  at: number,
): PendingFact | undefined {
  const isElicitation =
    payload.hook_event_name === hookEvents.form ||
    payload.notification_type === 'elicitation_dialog';
  const isPermission =
    payload.notification_type === 'permission_prompt' ||
    payload.notification_type === 'agent_needs_input';
  if (!isElicitation && !isPermission) return undefined;
  if (facts.pending.length > 0) return undefined;
  if (isPermission && facts.main !== undefined && facts.main.kind !== 'working') return undefined;
  const running = facts.openTools.at(-1);
  return {
    toolName: isElicitation ? toolName('form') : (running?.name ?? unknownTool),
    toolInput: isElicitation ? { message: payload.message } : running?.input,
    toolUseId: isElicitation ? undefined : running?.id,
    suggestions: [],
    at,
    confirmed: true,
    event: isElicitation ? hookEvents.form : hookEvents.notice,
  };
}

function openCall(open: readonly OpenTool[], payload: HookPayload): OpenTool | undefined {
  if (payload.tool_use_id !== undefined)
    return open.find((tool) => tool.id === payload.tool_use_id);
  return open.findLast(
    (tool) => tool.name === payload.tool_name && sameInput(tool.input, payload.tool_input),
  );
}

function isSameCall(one: PendingFact, payload: HookPayload): boolean {
  if (one.agentId !== payload.agent_id || one.toolName !== payload.tool_name) return false;
  if (one.toolUseId !== undefined && payload.tool_use_id !== undefined) {
    return one.toolUseId === payload.tool_use_id;
  }
  return sameInput(one.toolInput, payload.tool_input) || toolKind(one.toolName) === 'question';
}

export function sameInput(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
