import { t } from '../shared/words/l10n';
import type { Collision } from '../shared/protocol/work/collisions';
import type { LiveSession } from '../shared/protocol/protocol';
import { actionSelector, sessionSelector } from './keys/focus';
import type { Page } from './page';

/** Name that the button of a collision's line has on its card; of the badge for several, without one. */
export function collisionAction(collision?: Pick<Collision, 'id'>): string {
  return collision === undefined ? 'collision' : `collision/${collision.id}`;
}

/** Presses what is drawn of the collisions of a session: the line of the gravest, else the badge. */
export function openCollision(_: Page, { sessionId, collisions }: LiveSession): void {
  const actions = [...(collisions?.found ?? []), undefined].map(collisionAction);
  const cards = [...document.querySelectorAll(sessionSelector(sessionId))];
  const drawn = actions
    .flatMap((name) =>
      cards.flatMap((card) => [...card.querySelectorAll<HTMLElement>(actionSelector(name))]),
    )
    .find((one) => one.checkVisibility());
  drawn?.click();
}

/** Marks a session; `seen` is the last change of the review that the person saw. */
export function mark(
  reviewed: boolean,
  seen?: string,
): (page: Pick<Page, 'board'>, session: Pick<LiveSession, 'sessionId'>) => void {
  return ({ board }, { sessionId }) => {
    const request = { sessionId, reviewed, ...(seen !== undefined && { seen }) };
    board.post({ type: 'act', name: 'markReviewed', request });
    board.announcer.say(reviewed ? t('Marked as reviewed.') : t('Marked as not reviewed.'));
  };
}
