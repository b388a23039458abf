import { useEffect, useRef, useState, type RefObject } from 'react';
import { usePage } from '../../page';
import { Sight, type UnseenReason } from '../../decide/sight';

/** Which parts of a request have been visible. */
export interface InSight {
  readonly panel: RefObject<HTMLDivElement | null>;
  /** Reason why the pieces with this name cannot be allowed yet; undefined when they can. */
  readonly unseenReasonOf: (name: string) => UnseenReason | undefined;
}

/** Tracks which parts of a call's request are visible, and since when its card has the focus. */
export function useInSight(sessionId: string, call: string): InSight {
  const { decisions } = usePage();
  const panel = useRef<HTMLDivElement>(null);
  const sight = useRef<Sight>(undefined);
  const [, setChanges] = useState(0);
  useEffect(() => {
    const element = panel.current;
    const card = element?.closest<HTMLElement>('[data-session]');
    if (!element || !card) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) decisions.show(sessionId, call, 'pane');
      else decisions.hide(call, 'pane');
    });
    observer.observe(element);
    const followed = new Sight(element, () => setChanges((count) => count + 1));
    sight.current = followed;
    decisions.setSight(call, followed, 'pane');
    const onFocus = () => decisions.focus(sessionId);
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || !card.contains(relatedTarget))
        decisions.leave(sessionId);
    };
    // In the pane, keys act on the session regardless of the focus.
    const isBeside = card.closest('.pane') !== null;
    if (isBeside || card.contains(document.activeElement)) onFocus();
    card.addEventListener('focusin', onFocus);
    if (!isBeside) card.addEventListener('focusout', onBlur);
    return () => {
      if (isBeside) decisions.leave(sessionId);
      observer.disconnect();
      followed.dispose();
      sight.current = undefined;
      card.removeEventListener('focusin', onFocus);
      card.removeEventListener('focusout', onBlur);
      decisions.removeSight(call, followed, 'pane');
    };
  }, [decisions, sessionId, call]);
  const unseenReasonOf = (name: string) =>
    sight.current === undefined ? 'outOfSight' : sight.current.reasonUnseen(name);
  return { panel, unseenReasonOf };
}
