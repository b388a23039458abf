import { keysOffTexts, usePage } from '../page';
import { useStore } from '../store';

/** Explains why shortcuts are ignored at the moment; the live region announces it as well. */
export function KeysOffNote() {
  const reason = useStore(usePage().keyPause.state, (shown) => shown);
  if (reason === undefined) return null;
  return (
    <p className="keys-off" aria-hidden="true">
      {keysOffTexts[reason]()}
    </p>
  );
}

/** The page's only live region. */
export function Announcements() {
  const text = useStore(usePage().board.announcer.text, (value) => value);
  return <output className="visually-hidden">{text}</output>;
}
