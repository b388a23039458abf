import { t } from '../shared/words/l10n';
import type { Collision } from '../shared/protocol/work/collisions';
import type { LiveSession } from '../shared/protocol/protocol';
import { actionSelector, sessionSelector } from './keys/focus';
import type { Page } from './page';

/**
 * `data-action` of the button on a collision's line; without a collision, of the badge for several.
 */
export function collisionAction(collision?: Pick<Collision, 'id'>): string {
  return collision === undefined ? 'collision' : `collision/${collision.id}`;
}

/**
 * Clicks the visible element for a session's collisions: the line of the most serious one,
 * otherwise the badge.
 */
export function openCollision(_: Page, { sessionId, collisions }: LiveSession): void {
  const actions = [...(collisions?.found ?? []), undefined].map(collisionAction);
  const cards = [...document.querySelectorAll(sessionSelector(sessionId))];
  const visible = actions
    .flatMap((name) =>
      cards.flatMap((card) => [...card.querySelectorAll<HTMLElement>(actionSelector(name))]),
    )
    .find((one) => one.checkVisibility());
  visible?.click();
}

/**
 * Marks a session as reviewed or not; `seen` is the last change in the review that the person saw.
 */
export function markReviewed(
  reviewed: boolean,
  seen?: string,
): (page: Pick<Page, 'board'>, session: Pick<LiveSession, 'sessionId'>) => void {
  return ({ board }, { sessionId }) => {
    const request = { sessionId, reviewed, ...(seen !== undefined && { seen }) };
    board.post({ type: 'act', name: 'markReviewed', request });
    board.announcer.announce(reviewed ? t('Marked as reviewed.') : t('Marked as not reviewed.'));
  };
}
