import * as z from '../../../../shared/protocol/schema';
import { hookFields, optionalOrIgnored } from '../../hookFields';
import { isRolloutPath, isThreadId } from '../names/threadIds';

const { text, id, path, name, words, sessionId, eventName } = hookFields;

const fields = {
  session_id: sessionId,
  hook_event_name: eventName,
  // A subagent's own; of no file, if the program was told to write none.
  transcript_path: optionalOrIgnored(path),
  cwd: optionalOrIgnored(path),
  turn_id: optionalOrIgnored(id),
  model: optionalOrIgnored(name),
  permission_mode: optionalOrIgnored(name),
  agent_id: optionalOrIgnored(id),
  agent_type: optionalOrIgnored(name),
  // SessionStart, SessionEnd
  source: optionalOrIgnored(name),
  reason: optionalOrIgnored(words),
  // UserPromptSubmit
  prompt: optionalOrIgnored(text),
  // Tool events
  tool_name: optionalOrIgnored(name),
  tool_input: z.optional(z.unknown()),
  tool_use_id: optionalOrIgnored(id),
  tool_response: z.optional(z.unknown()),
  // Stop, SubagentStop
  last_assistant_message: optionalOrIgnored(text),
  // Compaction
  trigger: optionalOrIgnored(name),
};

/** The fields of the program's hooks that are read, as measured with 0.171.0. */
export const codexPayloadSchema = z.looseObject(fields);

/** A hook's payload as the program sent it, with unknown fields. */
export type CodexPayload = Readonly<z.infer<typeof codexPayloadSchema>>;

/** Fields of all events, whether they are read or not. */
export const codexFields: ReadonlySet<string> = new Set([
  ...Object.keys(fields),
  'agent_transcript_path',
  'stop_hook_active',
]);

/**
 * True for a payload that only this program sends, although other agents have the same events and
 * fields: its transcript is one of the program's, or, if it names none, both its session and its
 * turn have ids as the program makes them.
 */
export function isCodexPayload(payload: CodexPayload): boolean {
  const { transcript_path: transcript } = payload;
  if (transcript !== undefined) return isRolloutPath(transcript);
  return isThreadId(payload.session_id) && isThreadId(payload.turn_id);
}
