import { useEffect, useRef, type RefObject } from 'react';
import { needsPerson } from '../../../shared/board/needsYou';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { usePage } from '../../page';

interface FollowedCard {
  readonly card: RefObject<HTMLElement | null>;
  /** True while the session is blocked on a person and its machine can be reached. */
  readonly blocked: boolean;
}

/**
 * Reports to the host while a session's card is visible, if the session is blocked or its card is
 * open; the person is not notified of the session meanwhile.
 */
export function useTrackedCard(
  sessionId: string,
  session: LiveSession | undefined,
  opened: boolean,
): FollowedCard {
  const { cardsInSight } = usePage();
  const card = useRef<HTMLElement>(null);
  const blocked = session !== undefined && needsPerson(session);
  useEffect(() => {
    if (!(blocked || opened) || !card.current) return undefined;
    return cardsInSight.track(card.current, sessionId, { blocked, opened });
  }, [blocked, opened, cardsInSight, sessionId]);
  return { card, blocked };
}
