import { useEffect } from 'react';
import { isField } from '../keys/focus';
import { usePage } from '../page';

/** Holds keys off for a moment after a field went away while a person typed, and letters after a chord. */
export function useKeyRest(): void {
  const { keyRest } = usePage();
  useEffect(() => {
    // Before anything else hears of a key: a button that has the focus knows Enter itself.
    const onCapture = (event: KeyboardEvent) => {
      if (event.target instanceof Element && isField(event.target)) return;
      if (!keyRest.holdsOff(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onCapture, { capture: true });
    return () => window.removeEventListener('keydown', onCapture, { capture: true });
  }, [keyRest]);
}
