import { useEffect } from 'react';
import { isField } from '../keys/focus';
import { usePage } from '../page';

/**
 * Ignores keys after a field was removed while the person was typing, and letters after a chord.
 */
export function useKeyPause(): void {
  const { keyPause } = usePage();
  useEffect(() => {
    // In the capture phase, because a focused button handles Enter itself.
    const onCapture = (event: KeyboardEvent) => {
      if (event.target instanceof Element && isField(event.target)) return;
      if (!keyPause.shouldIgnore(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onCapture, { capture: true });
    return () => window.removeEventListener('keydown', onCapture, { capture: true });
  }, [keyPause]);
}
