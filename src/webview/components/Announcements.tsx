import { usePage } from '../page';
import { useStore } from '../store';

/** The page's only live region. */
export function Announcements() {
  const text = useStore(usePage().board.announcer.text, (value) => value);
  return <output className="visually-hidden">{text}</output>;
}
