import type { LiveSession } from '../../../shared/protocol/protocol';
import { useBoard, usePage } from '../../page';
import { useStore } from '../../store';
import { pushFor, pushText } from '../../text/pushText';

/** Delivery state of the push notification that was sent to the person's phone for this session. */
export function PushState({ session }: { readonly session: LiveSession }) {
  const push = useBoard(({ pushes }) => pushFor(session, pushes));
  const text = useStore(usePage().clock, (now) => (push === undefined ? '' : pushText(push, now)));
  return text === '' ? null : <p className="all-columns small muted">{text}</p>;
}
