import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainProse } from '../../../shared/text/plainText';
import { doingOf } from '../../../shared/board/doing';

/** Longest message that is drawn, in characters: the hub keeps the beginning and the end of a longer one. */
const maxSaid = 20_000;

/** The last message of a session at rest, whole. */
export function PaneSaid({ session }: { readonly session: LiveSession }) {
  const { message } = session.agentState.context ?? {};
  const said = typeof message === 'string' ? plainProse(message.trim(), maxSaid) : '';
  if (said === '' || doingOf(session).about !== 'said') return null;
  return (
    <p className="pane-said" dir="auto">
      {said}
    </p>
  );
}
