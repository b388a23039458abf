import type { LiveSession } from '../../../shared/protocol/protocol';
import { actionById } from '../../actions';
import { pressAgain } from '../../keys/keys';
import { usePage } from '../../page';
import { useStore } from '../../store';

/** On a card: the key that was pressed once, and what it does the second time. */
export function ArmedNote({ session }: { readonly session: LiveSession }) {
  const { arming } = usePage();
  const id = useStore(arming.state, (armed) =>
    armed?.sessionId === session.sessionId ? armed.id : undefined,
  );
  const action = id === undefined ? undefined : actionById(id);
  if (action === undefined) return null;
  return <p className="armed-note">{pressAgain(action.key, action.nameFor(session))}</p>;
}
