import * as z from '../../../shared/schema';
import type { HookEvent, HookPayload } from '../domain/event';

const text = z.string();
const flag = z.boolean();

const backgroundTaskSchema = z.looseObject({
  id: lenient(text),
  type: lenient(text),
  status: lenient(text),
  description: lenient(text),
  agent_type: lenient(text),
  command: lenient(text),
});

/**
 * Every field of every event of the client's hooks, as measured up to client 2.1.329. Strict about
 * what is read, silent about the rest: a field of a wrong type is dropped, never the payload.
 */
export const hookPayloadSchema = z.looseObject({
  session_id: text.check(z.minLength(1), z.maxLength(200)),
  hook_event_name: text.check(z.minLength(1), z.maxLength(100)),
  transcript_path: lenient(text),
  cwd: lenient(text),
  prompt_id: lenient(text),
  permission_mode: lenient(text),
  effort: lenient(z.looseObject({ level: z.optional(text) })),
  agent_id: lenient(text),
  agent_type: lenient(text),
  // SessionStart, SessionEnd
  source: lenient(text),
  reason: lenient(text),
  model: lenient(text),
  session_title: lenient(text),
  seconds_since_last_response: lenient(z.number()),
  context_tokens: lenient(z.number()),
  // UserPromptSubmit, UserPromptExpansion
  prompt: lenient(text),
  command_name: lenient(text),
  command_args: lenient(text),
  expansion_type: lenient(text),
  // tool events
  tool_name: lenient(text),
  tool_input: z.optional(z.unknown()),
  tool_response: z.optional(z.unknown()),
  tool_use_id: lenient(text),
  tool_calls: lenient(z.array(z.unknown())),
  duration_ms: lenient(z.number()),
  error: lenient(text),
  error_details: z.optional(z.unknown()),
  is_interrupt: lenient(flag),
  permission_suggestions: lenient(z.array(z.unknown())),
  // Notification, Elicitation
  notification_type: lenient(text),
  message: lenient(text),
  title: lenient(text),
  // Stop, StopFailure, SubagentStop
  stop_hook_active: lenient(flag),
  last_assistant_message: lenient(text),
  background_tasks: lenient(z.array(backgroundTaskSchema)),
  session_crons: lenient(z.array(z.unknown())),
  agent_transcript_path: lenient(text),
  // compaction
  trigger: lenient(text),
  custom_instructions: z.optional(z.unknown()),
  compact_summary: z.optional(z.unknown()),
  // tasks
  task_id: lenient(text),
  task_subject: lenient(text),
  task_description: lenient(text),
  // model, configuration, folders, files
  from_model: lenient(text),
  to_model: lenient(text),
  file_path: lenient(text),
  event: lenient(text),
  old_cwd: lenient(text),
  new_cwd: lenient(text),
});

function lenient<T extends z.ZodMiniType>(schema: T): z.ZodMiniCatch<z.ZodMiniOptional<T>> {
  return z.catch(z.optional(schema), undefined);
}

/** What the relay adds to a payload, from its headers. */
export interface HookOrigin {
  readonly pid?: number | undefined;
  readonly entrypoint?: string | undefined;
  readonly sentAt?: number | undefined;
  /** Names the call while it is held. */
  readonly callId?: string | undefined;
}

/** A relay's clock further from ours than this is not believed, in ms. */
const maxClockSkewMs = 60_000;

export function hookEvent(payload: HookPayload, origin: HookOrigin, receivedAt: number): HookEvent {
  const { sentAt } = origin;
  const believed =
    sentAt !== undefined && sentAt <= receivedAt && receivedAt - sentAt < maxClockSkewMs;
  return {
    type: 'hook',
    sessionId: payload.session_id,
    at: believed ? sentAt : receivedAt,
    pid: origin.pid,
    entrypoint: origin.entrypoint,
    ...(origin.callId !== undefined && { callId: origin.callId }),
    payload,
  };
}
