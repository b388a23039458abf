import { t } from '../../shared/words/l10n';

/** A difference that a person sees in the times on the cards, in ms. */
const noticedMs = 2 * 60_000;

/** Says that this phone's clock is wrong, by so many ms ahead of the computer's; undefined where it is not. */
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
