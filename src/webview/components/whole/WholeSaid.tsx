import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainProse } from '../../../shared/text/plainText';
import { doingOf } from '../../../shared/board/doing';

/** Longest message that is drawn, in characters: the hub keeps the beginning and the end of a longer one. */
const maxSaid = 20_000;

/** The last message of a session that rests or asks, whole. */
export function WholeSaid({ session }: { readonly session: LiveSession }) {
  const said = plainProse(saidBy(session).trim(), maxSaid);
  if (said === '') return null;
  return (
    <p className="whole-said as-typed" dir="auto">
      {said}
    </p>
  );
}

function saidBy(session: LiveSession): string {
  if (session.pendingRequest !== undefined) return session.pendingRequest.said ?? '';
  const { message } = session.agentState.context ?? {};
  return typeof message === 'string' && doingOf(session).about === 'said' ? message : '';
}
