import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';

/** A session that was not resumed, with a short reason. */
export interface Unresumed {
  readonly title: string;
  readonly reason: string;
}

/** Lists the sessions that were not resumed, grouped by reason; empty if there are none. */
export function unresumedText(unresumed: readonly Unresumed[]): string {
  if (unresumed.length === 0) return '';
  const byReason = new Map<string, string[]>();
  for (const { title, reason } of unresumed) {
    const quoted = t('“{0}”', plainTitle(title, 60));
    byReason.set(reason, [...(byReason.get(reason) ?? []), quoted]);
  }
  const groups = Array.from(byReason, ([reason, titles]) => `${titles.join(', ')} (${reason})`);
  return t('Not resumed: {0}.', groups.join('; '));
}
