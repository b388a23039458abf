import * as z from '../../../shared/protocol/schema';
import { firstOf } from '../domain/words/clip';
import type { HookEvent, HookPayload } from '../domain/facts/event';
import { maxIdLength, maxNameLength, maxPathLength } from '../../transcript/entry/json';

/** Shown whole, or read to its end: bounded by the size of the call alone. */
const text = z.string();
/** A part of a longer one would be another: such a one is dropped. */
const id = z.string().check(z.maxLength(maxIdLength));
const path = z.string().check(z.maxLength(maxPathLength));
const name = beginning(maxNameLength);
/** What somebody or something said. */
const words = beginning(10_000);
const flag = z.boolean();

const maxBackgroundTasks = 1_000;

function beginning(length: number) {
  return z.pipe(
    z.string(),
    z.transform((whole: string) => firstOf(whole, length)),
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
 * Every field of every event of the client's hooks, as measured up to client 2.1.329. Strict about
 * what is read, silent about the rest: a field of a wrong type is dropped, never the payload. What
 * only names something is cut, so that a board stays small.
 */
export const hookPayloadSchema = z.looseObject({
  session_id: text.check(z.minLength(1), z.maxLength(200)),
  hook_event_name: text.check(z.minLength(1), z.maxLength(100)),
  transcript_path: lenient(path),
  cwd: lenient(path),
  prompt_id: lenient(id),
  permission_mode: lenient(name),
  effort: lenient(z.looseObject({ level: z.optional(name) })),
  agent_id: lenient(id),
  agent_type: lenient(name),
  // SessionStart, SessionEnd
  source: lenient(name),
  reason: lenient(words),
  model: lenient(name),
  session_title: lenient(name),
  seconds_since_last_response: lenient(z.number()),
  context_tokens: lenient(z.number()),
  // UserPromptSubmit, UserPromptExpansion
  prompt: lenient(text),
  command_name: lenient(name),
  command_args: lenient(words),
  expansion_type: lenient(name),
  // tool events
  tool_name: lenient(name),
  tool_input: z.optional(z.unknown()),
  tool_response: z.optional(z.unknown()),
  tool_use_id: lenient(id),
  tool_calls: lenient(z.array(z.unknown())),
  duration_ms: lenient(z.number()),
  error: lenient(words),
  error_details: z.optional(z.unknown()),
  is_interrupt: lenient(flag),
  permission_suggestions: lenient(z.array(z.unknown())),
  // Notification, Elicitation
  notification_type: lenient(name),
  message: lenient(words),
  title: lenient(name),
  // Stop, StopFailure, SubagentStop
  stop_hook_active: lenient(flag),
  last_assistant_message: lenient(text),
  background_tasks: lenient(
    z.pipe(
      z.array(backgroundTaskSchema),
      z.transform((tasks) => tasks.slice(0, maxBackgroundTasks)),
    ),
  ),
  session_crons: lenient(z.array(z.unknown())),
  agent_transcript_path: lenient(path),
  // compaction
  trigger: lenient(name),
  custom_instructions: z.optional(z.unknown()),
  compact_summary: z.optional(z.unknown()),
  // tasks
  task_id: lenient(id),
  task_subject: lenient(name),
  task_description: lenient(words),
  // model, configuration, folders, files
  from_model: lenient(name),
  to_model: lenient(name),
  file_path: lenient(path),
  event: lenient(name),
  old_cwd: lenient(path),
  new_cwd: lenient(path),
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
