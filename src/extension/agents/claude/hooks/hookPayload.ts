import * as z from '../../../../shared/protocol/schema';
import { truncateText } from '../../../hub/domain/words/clip';
import { maxIdLength, maxNameLength, maxPathLength } from '../entry/json';

/** A text that is shown or read completely: limited only by the size of the call. */
const text = z.string();
/** An id or path that is too long is dropped, since a truncated one would name something else. */
const id = z.string().check(z.maxLength(maxIdLength));
const path = z.string().check(z.maxLength(maxPathLength));
const name = beginning(maxNameLength);
/** A message or a reason. */
const words = beginning(10_000);

const maxBackgroundTasks = 1_000;

function beginning(length: number) {
  return z.pipe(
    z.string(),
    z.transform((whole: string) => truncateText(whole, length)),
  );
}

const backgroundTaskSchema = z.looseObject({
  id: lenient(id),
  type: lenient(name),
  status: lenient(name),
  description: lenient(words),
  agent_type: lenient(name),
  command: lenient(words),
});

/**
 * The fields of the client's hooks that are read, as measured up to client 2.1.332. A field of a
 * wrong type is dropped, never the payload. Names and descriptions are truncated, so that a board
 * stays small.
 */
export const hookPayloadSchema = z.looseObject({
  session_id: text.check(z.minLength(1), z.maxLength(200)),
  hook_event_name: text.check(z.minLength(1), z.maxLength(100)),
  transcript_path: lenient(path),
  cwd: lenient(path),
  prompt_id: lenient(id),
  permission_mode: lenient(name),
  agent_id: lenient(id),
  agent_type: lenient(name),
  // SessionStart, SessionEnd
  source: lenient(name),
  reason: lenient(words),
  model: lenient(name),
  session_title: lenient(name),
  // UserPromptSubmit
  prompt: lenient(text),
  // Tool events
  tool_name: lenient(name),
  tool_input: z.optional(z.unknown()),
  tool_use_id: lenient(id),
  tool_response: z.optional(z.unknown()),
  tool_calls: lenient(z.array(z.unknown())),
  error: lenient(words),
  error_details: z.optional(z.unknown()),
  is_interrupt: lenient(z.boolean()),
  permission_suggestions: lenient(z.array(z.unknown())),
  mcp_server: z.optional(z.unknown()),
  // Notification, Elicitation
  notification_type: lenient(name),
  message: lenient(words),
  // Stop, StopFailure, SubagentStop
  last_assistant_message: lenient(text),
  background_tasks: lenient(
    z.pipe(
      z.array(backgroundTaskSchema),
      z.transform((tasks) => tasks.slice(0, maxBackgroundTasks)),
    ),
  ),
  session_crons: lenient(z.array(z.unknown())),
  // Compaction
  trigger: lenient(name),
  // Tasks
  task_id: lenient(id),
  task_subject: lenient(name),
  // PostModelSwitch
  to_model: lenient(name),
});

/**
 * A hook's payload as the client sent it, with unknown fields. All fields except the first two may
 * be missing.
 */
export type HookPayload = Readonly<z.infer<typeof hookPayloadSchema>>;

function lenient<T extends z.ZodMiniType>(schema: T): z.ZodMiniCatch<z.ZodMiniOptional<T>> {
  return z.catch(z.optional(schema), undefined);
}
