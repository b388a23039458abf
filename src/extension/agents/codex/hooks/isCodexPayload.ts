import { isRolloutPath, isThreadId } from '../names/threadIds';
import type { CodexPayload } from './codexPayload';

/**
 * True for a payload that only this program sends, although other agents have the same events and
 * fields: its transcript is one of the program's, or, if it names none, both its session and its
 * turn have ids as the program makes them.
 */
export function isCodexPayload({
  transcript_path: transcript,
  session_id: session,
  turn_id: turn,
}: CodexPayload): boolean {
  return transcript === undefined
    ? isThreadId(session) && isThreadId(turn)
    : isRolloutPath(transcript);
}
