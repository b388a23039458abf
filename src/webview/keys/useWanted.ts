import { useEffect, type RefObject } from 'react';
import { useView } from '../page';
import { focusSession, showSession } from './focus';

/** Brings the card that is to be revealed into sight, or focuses what is wanted of it or of the session beside it. */
export function useWanted(root: RefObject<HTMLElement | null>): void {
  const wanted = useView((state) => state.wanted);
  useEffect(() => {
    if (!wanted || !root.current) return;
    const { sessionId, action, isInPane } = wanted;
    const pane = isInPane === true ? document.querySelector<HTMLElement>('.pane') : null;
    if (pane !== null && focusSession(pane, sessionId, action)) return;
    if (action === undefined) showSession(root.current, sessionId);
    else focusSession(root.current, sessionId, action);
  }, [wanted, root]);
}
