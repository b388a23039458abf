import { t } from './l10n';
import type { Summary } from '../protocol/protocol';

/** Progress text while the costs of past sessions are incomplete; undefined afterwards. */
export function scanText(scan: Summary['scan']): string | undefined {
  if (scan === undefined) return undefined;
  return t('Adding up the cost of past sessions') + percentOf(scan);
}

/** Progress text while today's cost is incomplete; undefined afterwards. */
export function todayScanText(scan: Summary['scan']): string | undefined {
  return scan === undefined || scan.todayIsKnown ? undefined : t('adding up') + percentOf(scan);
}

function percentOf({ doneBytes, totalBytes }: NonNullable<Summary['scan']>): string {
  return totalBytes === 0 ? '…' : `… ${Math.floor((doneBytes / totalBytes) * 100)} %`;
}
