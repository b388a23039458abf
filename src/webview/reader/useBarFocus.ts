import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useDecisions } from '../page';

/** Keeps the focus in the bar while what has it goes away, or gives it to the transcript. */
export function useBarFocus(place: RefObject<HTMLElement | null>) {
  const isInside = useRef(false);
  useDecisions(({ sent }) => sent); // A decision takes its buttons away.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && document.hasFocus();
    if (!isInside.current || !isLost) return;
    const title = place.current?.querySelector<HTMLElement>('.bar-title');
    title?.focus();
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.viewport')?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isInside.current = true;
    },
    // Not heard when an update takes the element away, nor meant when the whole view loses focus.
    onBlur: () => {
      if (document.hasFocus()) isInside.current = false;
    },
  };
}
