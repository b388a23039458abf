import type { ScheduledRunCard } from '../protocol/session/schedule';
import { plainTitle } from '../text/plainText';
import { formatMoment } from '../words/format';
import { t } from '../words/l10n';

/**
 * Text for a run that the client starts by itself: its time, its prompt, and whether it repeats.
 */
export function scheduledRunText(
  { dueAt, prompt, recurring }: ScheduledRunCard,
  now: number,
): string {
  const parts = [
    formatMoment(Date.parse(dueAt), now),
    plainTitle(prompt, 160),
    recurring ? t('recurring') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
