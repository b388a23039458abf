import { t } from '../../shared/words/l10n';

/** Difference in ms that a person would notice in the times on cards. */
const noticedMs = 2 * 60_000;

/**
 * Text for a clock of this phone that differs by `aheadMs` from the computer's; undefined if the
 * difference is small.
 */
export function clockText(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < noticedMs) return undefined;
  return aheadMs > 0
    ? t(
        'The clock of this phone is ahead of the computer’s, so times shown here are wrong. Answers count all the same.',
      )
    : t(
        'The clock of this phone is behind the computer’s, so times shown here are wrong. Answers count all the same.',
      );
}
