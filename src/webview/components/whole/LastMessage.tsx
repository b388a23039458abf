import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainProse } from '../../../shared/text/plainText';
import { activityLineOf } from '../../../shared/board/activityLine';

/** Longest message shown, in characters; the hub cuts a longer one in the middle. */
const maxMessageLength = 20_000;

/** The complete last message of a session that is at rest or has an open request. */
export function LastMessage({ session }: { readonly session: LiveSession }) {
  const text = plainProse(lastMessageOf(session).trim(), maxMessageLength);
  if (text === '') return null;
  return (
    <p className="whole-said as-typed breaks" dir="auto">
      {text}
    </p>
  );
}

function lastMessageOf(session: LiveSession): string {
  if (session.pendingRequest !== undefined) return session.pendingRequest.said ?? '';
  const { message } = session.agentState.context ?? {};
  return typeof message === 'string' && activityLineOf(session).about === 'said' ? message : '';
}
