import type { Decision } from '../../../../shared/protocol/control';
import { requestKind } from '../../../../shared/request/requestKind';
import { fieldsOf, type Fields } from '../../../../shared/text/fields';
import type { HookMoment, HookReport } from '../../../hub/domain/facts/event';
import { newHookNames } from '../../hookFields';
import type { AgentHooks, AskedRequest, HookAnswer } from '../../hooks';
import { namedCall } from '../rollout/calls';
import { patchTool, wholePatch } from '../rollout/patch';
import { codexFields, codexPayloadSchema, isCodexPayload, type CodexPayload } from './codexPayload';

/** All hook events of the program, in the order of a session's life, as measured with 0.171.0. */
export const codexEvents: ReadonlyMap<string, HookMoment> = new Map<string, HookMoment>([
  ['SessionStart', 'sessionStart'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'callStart'],
  ['PermissionRequest', 'request'],
  ['PostToolUse', 'callEnd'],
  ['PreCompact', 'compactionStart'],
  ['PostCompact', 'compactionEnd'],
  ['SubagentStart', 'subagentStart'],
  ['SubagentStop', 'subagentEnd'],
  ['Stop', 'turnEnd'],
  ['Interrupt', 'interrupt'],
  ['SessionEnd', 'sessionEnd'],
]);

/** The longest time for which a request is held, in ms. */
const holdMs = 60_000;

const known = { events: new Set(codexEvents.keys()), fields: codexFields };

export const codexHooks: AgentHooks = {
  read(body) {
    const { success, data } = codexPayloadSchema.safeParse(body);
    if (!success || !isCodexPayload(data)) return undefined;
    const newNames = newHookNames(data.hook_event_name, data, known);
    return { report: codexReport(data), newNames };
  },
  answer: codexAnswer,
  holdMs,
};

/** Type of a subagent without a role of its own. */
const plainAgent = 'default';

/** Translates a payload of the program to the model that all agents share. */
function codexReport(payload: CodexPayload): HookReport {
  const { hook_event_name: event, agent_type: agentType } = payload;
  const moment = codexEvents.get(event);
  return {
    sessionId: payload.session_id,
    moment,
    transcriptPath: payload.transcript_path,
    cwd: payload.cwd,
    // A command may name a folder of its own, which the payload lacks.
    ...(moment === 'request' && { isCwdAssumed: true }),
    ...(moment === 'callStart' && { endsRequests: true }),
    // A session that starts or is resumed has no turn, and runs no hook, before its next prompt.
    ...(moment === 'sessionStart' && { startsTurn: true }),
    promptId: payload.turn_id,
    permissionMode: payload.permission_mode,
    agentId: payload.agent_id,
    agentType: agentType === plainAgent ? undefined : agentType,
    source: payload.source,
    reason: payload.reason,
    model: payload.model,
    prompt: payload.prompt,
    ...hookCall(payload),
    toolUseId: payload.tool_use_id,
    response: payload.tool_response,
    lastMessage: payload.last_assistant_message,
    trigger: payload.trigger,
  };
}

/** Start of the names of the tools that start subagents and wait for them. */
const groupName = /^collaboration(?=[a-z])/u;
const shellTool = 'Bash';

/** Returns the call of a hook by the names of tools that pages know. */
function hookCall(payload: CodexPayload): {
  readonly tool: string | undefined;
  readonly input: unknown;
} {
  const { hook_event_name: event, tool_name: tool, tool_input: input } = payload;
  if (tool === undefined || tool === shellTool) return { tool, input };
  const fields = fieldsOf(input);
  if (tool === patchTool && hasOnlyPatch(fields)) {
    // A request has the patch without its last line break.
    const { name, input: named } = wholePatch(fields['command'].trimEnd());
    return { tool: name, input: named };
  }
  // A person decides on all fields of a request, of which a call that pages know has some.
  if (codexEvents.get(event) === 'request') return { tool, input };
  const { name, input: named } = namedCall(tool.replace(groupName, ''), fields);
  return { tool: name, input: named };
}

function hasOnlyPatch(fields: Fields): fields is { readonly command: string } {
  return typeof fields['command'] === 'string' && Object.keys(fields).length === 1;
}

/** Message to the agent if the person wrote none. */
const defaultDenial = 'The user denied this request.';

/** Converts a decision to what a hook prints; the program refuses any further field. */
export function codexAnswer({ toolName }: AskedRequest, given: Decision): HookAnswer | undefined {
  const decision = requestKind(toolName) === 'tool' ? codexDecision(given) : undefined;
  return decision && { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

function codexDecision(decision: Decision): object | undefined {
  if (decision.kind === 'allow') {
    return (decision.suggestions ?? []).length === 0 ? { behavior: 'allow' } : undefined;
  }
  if (decision.kind !== 'deny' || decision.interrupt === true) return undefined;
  const { message = '' } = decision;
  return { behavior: 'deny', message: message.trim() === '' ? defaultDenial : message };
}
