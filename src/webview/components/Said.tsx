import { keysOff, usePage } from '../page';
import { useStore } from '../store';

/** Says why keys do nothing for a moment; the live region says it, too. */
export function KeysOff() {
  const reason = useStore(usePage().keyRest.state, (shown) => shown);
  if (reason === undefined) return null;
  return (
    <p className="keys-off" aria-hidden="true">
      {keysOff[reason]()}
    </p>
  );
}

/** The page's only live region. */
export function Announcements() {
  const text = useStore(usePage().board.announcer.text, (value) => value);
  return <output className="visually-hidden">{text}</output>;
}
