import { useEffect, type RefObject } from 'react';
import { useView } from '../page';
import { focusSession, showSession } from './focus';

/** Brings the card that is to be revealed into sight, or focuses what is wanted of it. */
export function useWanted(root: RefObject<HTMLElement | null>): void {
  const wanted = useView((state) => state.wanted);
  useEffect(() => {
    if (!wanted || !root.current) return;
    const { sessionId, action } = wanted;
    if (action === undefined) showSession(root.current, sessionId);
    else focusSession(root.current, sessionId, action);
  }, [wanted, root]);
}
