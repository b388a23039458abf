import { toolName } from '../../../../shared/agents/tools';
import { fieldsOf } from '../../../../shared/text/fields';
import type { HookReport } from '../../../hub/domain/facts/event';
import { codexEvents } from '../names/codexEvents';
import type { CodexPayload } from './codexPayload';

/** Tools with the input of a tool that pages know, by the program's names. */
const knownTools: ReadonlyMap<string, string> = new Map([
  ['request_user_input', toolName('question')],
]);

/** Type of a subagent without a role of its own. */
const plainAgent = 'default';

/** Translates a payload of the program to the model that all agents share. */
export function codexReport(payload: CodexPayload): HookReport {
  const { hook_event_name: event, tool_name: tool, agent_type: agentType } = payload;
  const moment = codexEvents.get(event);
  return {
    sessionId: payload.session_id,
    moment,
    transcriptPath: payload.transcript_path,
    cwd: payload.cwd,
    // A command may name a folder of its own, which the payload lacks.
    ...(moment === 'request' && { isCwdAssumed: true }),
    ...(moment === 'callStart' && { endsRequests: true }),
    promptId: payload.turn_id,
    permissionMode: payload.permission_mode,
    agentId: payload.agent_id,
    agentType: agentType === plainAgent ? undefined : agentType,
    source: payload.source,
    reason: payload.reason,
    model: payload.model,
    prompt: payload.prompt,
    tool: tool && (knownTools.get(tool) ?? tool),
    input: inputOf(payload),
    toolUseId: payload.tool_use_id,
    response: payload.tool_response,
    lastMessage: payload.last_assistant_message,
    trigger: payload.trigger,
  };
}

/** The input of a call. A request has a patch without its last line break. */
function inputOf({ tool_name: tool, tool_input: input }: CodexPayload): unknown {
  const { command } = fieldsOf(input);
  return tool === 'apply_patch' && typeof command === 'string'
    ? { command: command.trimEnd() }
    : input;
}
