import { mayContinueAtReset } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import { continuation } from '../../shared/text/promptLimits';
import { formatMoment } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import type { Page } from '../page';
import { takesPrompts } from './cardFacts';

/** True where a prompt may be left for the reset of the limit that stopped the session. */
export function mayContinueLater(session: LiveSession, now: number): boolean {
  return takesPrompts(session) && mayContinueAtReset(session, now);
}

export function continueName(limit: LiveSession['limit']): string {
  const at = Date.parse(limit?.resetsAt ?? '');
  return Number.isNaN(at)
    ? t('Continue When the Limit Has Reset')
    : t('Continue at {0}', formatMoment(at, Date.now()));
}

/** Leaves a prompt that is sent when the limit has reset. */
export function continueLater({ prompts, board }: Page, session: LiveSession): void {
  const dueAt = Date.parse(session.limit?.resetsAt ?? '');
  if (Number.isNaN(dueAt) || !prompts.add(session, continuation, dueAt)) return;
  board.announcer.say(t('Continues at {0}.', formatMoment(dueAt, Date.now())));
}
