import type { HookReport } from '../../../hub/domain/facts/event';
import { codexEvents } from '../names/codexEvents';
import type { CodexPayload } from './codexPayload';
import { hookCall } from './hookCall';

/** Type of a subagent without a role of its own. */
const plainAgent = 'default';

/** Translates a payload of the program to the model that all agents share. */
export function codexReport(payload: CodexPayload): HookReport {
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
