import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useDecisions } from '../page';

/**
 * Keeps the focus in the bar when the focused element is removed, or moves it to the transcript.
 */
export function useBarFocus(bar: RefObject<HTMLElement | null>) {
  const isInside = useRef(false);
  // Re-renders after a decision, which removes the answer's buttons.
  useDecisions(({ sent }) => sent);
  useLayoutEffect(() => {
    const hasLostFocus = document.activeElement === document.body && document.hasFocus();
    if (!isInside.current || !hasLostFocus) return;
    const title = bar.current?.querySelector<HTMLElement>('.bar-title');
    title?.focus();
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.viewport')?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isInside.current = true;
    },
    // The flag is kept while the whole window loses the focus. The browser fires no blur event when
    // an update removes the focused element.
    onBlur: () => {
      if (document.hasFocus()) isInside.current = false;
    },
  };
}
