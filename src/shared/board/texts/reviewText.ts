import type { LiveSession } from '../../protocol/protocol';
import type { ReviewFile } from '../../protocol/work/review';
import { plainTitle } from '../../text/plainText';
import { formatMoment } from '../../words/format';
import { t } from '../../words/l10n';

/** States that a person reviewed all changes of a session; undefined if there are new changes. */
export function reviewedText(
  { reviewed }: Pick<LiveSession, 'reviewed'>,
  now: number,
): { readonly text: string; readonly tooltip: string } | undefined {
  if (reviewed === undefined) return undefined;
  const at = Date.parse(reviewed);
  const text = t('Reviewed');
  const tooltip = Number.isNaN(at) ? text : t('Reviewed {0}', formatMoment(at, now));
  return { text, tooltip };
}

/**
 * Names everyone else who changed a file since the base of its review; undefined if nobody is
 * known.
 */
export function othersText({ others = [] }: Pick<ReviewFile, 'others'>): string | undefined {
  if (others.length === 0) return undefined;
  const names = others.map(({ sessionId, title }) =>
    sessionId === undefined
      ? t('you or another program')
      : t('“{0}”', plainTitle(title ?? '', 80) || t('Untitled session')),
  );
  return t('Also changed by {0}', [...new Set(names)].join(', '));
}
