import { useEffect, type RefObject } from 'react';
import { useView } from '../page';
import { focusSession, restoreFocus } from './focus';

/** Focuses the element that the view's `wanted` names in a card or the pane. */
export function useWanted(root: RefObject<HTMLElement | null>): void {
  const wanted = useView((state) => state.wanted);
  useEffect(() => {
    if (!wanted || !root.current) return;
    const { sessionId, action, isInPane } = wanted;
    const pane = isInPane === true ? document.querySelector<HTMLElement>('.pane') : null;
    if (pane !== null && focusSession(pane, sessionId, action)) return;
    if (action !== 'open') focusSession(root.current, sessionId, action);
    else restoreFocus(root.current, { sessionId, action, group: '', index: 0 });
  }, [wanted, root]);
}
