import type { LiveSession } from '../../../shared/protocol/protocol';
import { actionById } from '../../actions';
import { pressAgain } from '../../keys/keys';
import { usePage } from '../../page';
import { useStore } from '../../store';

/** Note on a card after the first press of a key that has to be pressed twice. */
export function ArmedNote({ session }: { readonly session: LiveSession }) {
  const { arming } = usePage();
  const id = useStore(arming.state, (armed) =>
    armed?.sessionId === session.sessionId ? armed.id : undefined,
  );
  const action = id === undefined ? undefined : actionById(id);
  if (action === undefined) return null;
  return <p className="armed-note">{pressAgain(action.key, action.nameFor(session))}</p>;
}
