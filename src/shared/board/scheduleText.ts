import type { ScheduledRunCard } from '../protocol/session/schedule';
import { plainTitle } from '../text/plainText';
import { formatMoment } from '../words/format';
import { t } from '../words/l10n';

/** A run that the client begins by itself, in words: when, by which prompt, and whether again and again. */
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
