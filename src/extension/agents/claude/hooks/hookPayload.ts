import * as z from '../../../../shared/protocol/schema';
import { hookFields, optionalOrIgnored } from '../../hookFields';

const { text, id, path, name, words, sessionId, eventName } = hookFields;

const maxBackgroundTasks = 1_000;

const backgroundTaskSchema = z.looseObject({
  id: optionalOrIgnored(id),
  type: optionalOrIgnored(name),
  status: optionalOrIgnored(name),
  description: optionalOrIgnored(words),
  agent_type: optionalOrIgnored(name),
  command: optionalOrIgnored(words),
});

/**
 * The fields of the client's hooks that are read, as measured up to client 2.1.332. A field of a
 * wrong type is dropped, never the payload. Names and descriptions are truncated, so that a board
 * stays small.
 */
export const hookPayloadSchema = z.looseObject({
  session_id: sessionId,
  hook_event_name: eventName,
  transcript_path: optionalOrIgnored(path),
  cwd: optionalOrIgnored(path),
  prompt_id: optionalOrIgnored(id),
  permission_mode: optionalOrIgnored(name),
  agent_id: optionalOrIgnored(id),
  agent_type: optionalOrIgnored(name),
  // SessionStart, SessionEnd
  source: optionalOrIgnored(name),
  reason: optionalOrIgnored(words),
  model: optionalOrIgnored(name),
  session_title: optionalOrIgnored(name),
  // UserPromptSubmit
  prompt: optionalOrIgnored(text),
  // Tool events
  tool_name: optionalOrIgnored(name),
  tool_input: z.optional(z.unknown()),
  tool_use_id: optionalOrIgnored(id),
  tool_response: z.optional(z.unknown()),
  tool_calls: optionalOrIgnored(z.array(z.unknown())),
  error: optionalOrIgnored(words),
  error_details: z.optional(z.unknown()),
  is_interrupt: optionalOrIgnored(z.boolean()),
  permission_suggestions: optionalOrIgnored(z.array(z.unknown())),
  mcp_server: z.optional(z.unknown()),
  // Notification, Elicitation
  notification_type: optionalOrIgnored(name),
  message: optionalOrIgnored(words),
  // Stop, StopFailure, SubagentStop
  last_assistant_message: optionalOrIgnored(text),
  background_tasks: optionalOrIgnored(
    z.pipe(
      z.array(backgroundTaskSchema),
      z.transform((tasks) => tasks.slice(0, maxBackgroundTasks)),
    ),
  ),
  session_crons: optionalOrIgnored(z.array(z.unknown())),
  // Compaction
  trigger: optionalOrIgnored(name),
  // Tasks
  task_id: optionalOrIgnored(id),
  task_subject: optionalOrIgnored(name),
  // PostModelSwitch
  to_model: optionalOrIgnored(name),
});

/**
 * A hook's payload as the client sent it, with unknown fields. All fields except the first two may
 * be missing.
 */
export type HookPayload = Readonly<z.infer<typeof hookPayloadSchema>>;
