import * as z from '../../../../shared/protocol/schema';
import { truncateText } from '../../../../shared/text/truncate';
import { maxIdLength, maxNameLength, maxPathLength } from '../../../util/json';

/** A text that is shown or read completely: limited only by the size of the call. */
const text = z.string();
/** An id or path that is too long is dropped, since a truncated one would name something else. */
const id = z.string().check(z.maxLength(maxIdLength));
const path = z.string().check(z.maxLength(maxPathLength));
const name = startOfText(maxNameLength);
/** A message or a reason. */
const words = startOfText(10_000);

const maxBackgroundTasks = 1_000;

function startOfText(length: number) {
  return z.pipe(
    z.string(),
    z.transform((whole: string) => truncateText(whole, length)),
  );
}

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
  session_id: text.check(z.minLength(1), z.maxLength(200)),
  hook_event_name: text.check(z.minLength(1), z.maxLength(100)),
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

function optionalOrIgnored<T extends z.ZodMiniType>(
  schema: T,
): z.ZodMiniCatch<z.ZodMiniOptional<T>> {
  return z.catch(z.optional(schema), undefined);
}
