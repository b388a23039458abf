import { useEffect, type RefObject } from 'react';
import { useView } from '../page';
import { focusSession, restoreFocus } from './focus';

/** Focuses the view's `focusTarget`, an element of a card or of the pane, whenever it changes. */
export function useFocusTarget(root: RefObject<HTMLElement | null>): void {
  const focusTarget = useView((state) => state.focusTarget);
  useEffect(() => {
    if (!focusTarget || !root.current) return;
    const { sessionId, action, isInPane } = focusTarget;
    const pane = isInPane === true ? document.querySelector<HTMLElement>('.pane') : null;
    if (pane !== null && focusSession(pane, sessionId, action)) return;
    if (action !== 'open') focusSession(root.current, sessionId, action);
    else restoreFocus(root.current, { sessionId, action, group: '', index: 0 });
  }, [focusTarget, root]);
}
