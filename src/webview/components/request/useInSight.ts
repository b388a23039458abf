import { useEffect, useRef, type RefObject } from 'react';
import { usePage } from '../../page';

/** Tells since when the request of a call is in sight, and since when the focus is on its card. */
export function useInSight(sessionId: string, call: string): RefObject<HTMLDivElement | null> {
  const { decisions } = usePage();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = element.current;
    const card = panel?.closest<HTMLElement>('[data-session]');
    if (!panel || !card) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) decisions.show(sessionId, call);
      else decisions.hide(call);
    });
    observer.observe(panel);
    const onFocus = () => decisions.focus(sessionId);
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || !card.contains(relatedTarget))
        decisions.leave(sessionId);
    };
    if (card.contains(document.activeElement)) onFocus();
    card.addEventListener('focusin', onFocus);
    card.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      card.removeEventListener('focusin', onFocus);
      card.removeEventListener('focusout', onBlur);
      decisions.hide(call);
    };
  }, [decisions, sessionId, call]);
  return element;
}
