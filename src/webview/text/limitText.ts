import type { LiveSession } from '../../shared/protocol/protocol';
import { continuation } from '../../shared/text/promptLimits';
import { formatMoment } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import type { Page } from '../page';
import { takesPrompts } from './cardFacts';

/** True where a prompt may be left for the reset of the limit that stopped the session. */
export function mayContinueLater(session: LiveSession, now: number): boolean {
  const { limit, prompting } = session;
  if (limit?.resetsAt === undefined || limit.goesOn || Date.parse(limit.resetsAt) <= now)
    return false;
  return takesPrompts(session) && !isContinuing(prompting);
}

/** True while a prompt waits for the reset of a limit. */
export function isContinuing(prompting: LiveSession['prompting']): boolean {
  return prompting?.prompts.some(({ dueAt }) => dueAt !== undefined) === true;
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
