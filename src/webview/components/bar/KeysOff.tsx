import { keysOff, usePage } from '../../page';
import { useStore } from '../../store';

/** Says why keys do nothing for a moment; heard by the live region. */
export function KeysOff() {
  const isShown = useStore(usePage().keyRest.state, (shown) => shown);
  if (!isShown) return null;
  return (
    <p className="keys-off" aria-hidden="true">
      {keysOff()}
    </p>
  );
}
