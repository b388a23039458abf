import { CheckCheck, FileDiff, FileX, Users } from 'lucide-react';
import { t } from '../shared/words/l10n';
import type { Collision } from '../shared/protocol/work/collisions';
import type { LiveSession } from '../shared/protocol/protocol';
import { action, type CardAction } from './cardAction';
import { actionSelector, sessionSelector } from './keys/focus';
import type { Page } from './page';

/** What a person does with the changes of a session, and where it meets another one. */
export const reviewActions: readonly CardAction[] = [
  action({
    id: 'reviewChanges',
    name: () => t('Review Changes'),
    Icon: FileDiff,
    part: 'review',
    applies: ({ changes }) => changes !== undefined,
    run: ({ board }, { sessionId }) => board.post({ type: 'reviewChanges', sessionId }),
  }),
  action({
    id: 'markReviewed',
    name: () => t('Mark as Reviewed'),
    Icon: CheckCheck,
    part: 'review',
    applies: ({ changes, reviewed }) => changes !== undefined && reviewed === undefined,
    run: mark(true),
  }),
  action({
    id: 'markNotReviewed',
    name: () => t('Mark as Not Reviewed'),
    Icon: FileX,
    part: 'review',
    applies: ({ reviewed }) => reviewed !== undefined,
    run: mark(false),
  }),
  action({
    id: 'collision',
    name: () => t('Collision with Another Session…'),
    Icon: Users,
    part: 'review',
    applies: ({ collisions }) => (collisions?.found.length ?? 0) > 0,
    run: openCollision,
  }),
];

/** Name that the button of a collision's line has on its card; of the badge for several, without one. */
export function collisionAction(collision?: Pick<Collision, 'id'>): string {
  return collision === undefined ? 'collision' : `collision/${collision.id}`;
}

/** Presses what is drawn of the collisions of a session: the line of the gravest, else the badge. */
function openCollision(_: Page, { sessionId, collisions }: LiveSession): void {
  const actions = [...(collisions?.found ?? []), undefined].map(collisionAction);
  const card = document.querySelector(sessionSelector(sessionId));
  const drawn = actions
    .flatMap((name) => [...(card?.querySelectorAll<HTMLElement>(actionSelector(name)) ?? [])])
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
