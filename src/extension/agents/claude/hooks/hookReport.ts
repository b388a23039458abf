import { asObject, textIn } from '../../../util/json';
import type { HookMoment, HookNotice, HookReport } from '../../../hub/domain/facts/event';
import { hookEvents } from '../names/hookEvents';
import { isMadeByClient, isTaskNotification } from '../texts/promptMarks';
import { spokenLimit } from '../texts/usageLimit';
import type { HookPayload } from './hookPayload';

const moments: ReadonlyMap<string, HookMoment> = new Map(
  (Object.keys(hookEvents) as (keyof typeof hookEvents)[]).map((moment) => [
    hookEvents[moment],
    moment,
  ]),
);

const notices: ReadonlyMap<string, HookNotice> = new Map([
  ['idle_prompt', 'idle'],
  ['permission_prompt', 'permission'],
  ['agent_needs_input', 'permission'],
  ['elicitation_dialog', 'form'],
  ['elicitation_response', 'formAnswer'],
  ['quota_auto_resume_fired', 'continues'],
  ['quota_auto_resume_stale', 'stays'],
  ['quota_auto_resume_disabled', 'stays'],
]);

/** Translates a payload of the client to the model that all agents share. */
export function hookReport(payload: HookPayload): HookReport {
  const { hook_event_name: event, tool_calls: calls, mcp_server: server } = payload;
  const { prompt = '', last_assistant_message: message } = payload;
  return {
    sessionId: payload.session_id,
    moment: moments.get(event),
    transcriptPath: payload.transcript_path,
    cwd: payload.cwd,
    promptId: payload.prompt_id,
    permissionMode: payload.permission_mode,
    agentId: payload.agent_id,
    agentType: payload.agent_type,
    source: payload.source,
    reason: payload.reason,
    model: payload.model,
    title: payload.session_title,
    prompt: payload.prompt,
    ...(isMadeByClient(prompt) && {
      promptBy: isTaskNotification(prompt) ? 'notification' : 'program',
    }),
    tool: payload.tool_name,
    input: payload.tool_input,
    toolUseId: payload.tool_use_id,
    response: payload.tool_response,
    calls: calls?.map((call) => {
      const { tool_use_id: id, tool_name: name, tool_input: input } = asObject(call) ?? {};
      return { id, name, input };
    }),
    suggestions: payload.permission_suggestions,
    server: typeof server === 'string' ? server : textIn(asObject(server), 'name'),
    notice: notices.get(payload.notification_type ?? ''),
    message: payload.message,
    error: payload.error,
    details: payload.error_details,
    isInterrupt: payload.is_interrupt,
    lastMessage: message,
    ...(payload.error === 'rate_limit' && { limit: (at) => spokenLimit(message ?? '', at) }),
    background: payload.background_tasks,
    crons: payload.session_crons,
    trigger: payload.trigger,
    taskId: payload.task_id,
    taskSubject: payload.task_subject,
    toModel: payload.to_model,
  };
}
