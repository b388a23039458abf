import type { LiveSession } from '../../../shared/protocol/protocol';
import { useBoard, usePage } from '../../page';
import { useStore } from '../../store';
import { pushFor, pushText } from '../../text/pushText';

/** Stage of the push that notified the person's phone of what this session waits for. */
export function CalledPhone({ session }: { readonly session: LiveSession }) {
  const push = useBoard(({ pushes }) => pushFor(session, pushes));
  const text = useStore(usePage().clock, (now) => (push === undefined ? '' : pushText(push, now)));
  return text === '' ? null : <p className="all-columns small muted">{text}</p>;
}
