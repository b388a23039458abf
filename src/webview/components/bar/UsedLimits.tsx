import { TriangleAlert } from 'lucide-react';
import { limitsSource, limitTexts } from '../../../shared/board/texts/limitsText';
import { t } from '../../../shared/words/l10n';
import { useBoard } from '../../page';

/** Used shares of the account's limits; nothing if no client has reported them. */
export function UsedLimits() {
  const limits = useBoard((state) => state.summary.limits);
  const known = useBoard((state) => state.connection !== 'connecting');
  if (limits === undefined || !known) return null;
  const texts = limitTexts(limits);
  const title = [limitsSource(limits), ...texts.map(({ long }) => long)].join('\n');
  return (
    <p className="used-limits rigid muted one-line" title={title}>
      <span className="visually-hidden">{t('Usage limits:')} </span>
      {texts.map(({ window, short, warning }, index) => (
        <span key={window} className="figure" data-warns={warning !== ''}>
          {index > 0 && <span className="separator"> · </span>}
          {warning !== '' && <TriangleAlert className="icon" aria-hidden="true" />}
          {short}
          {warning !== '' && <span className="visually-hidden"> ({warning})</span>}
        </span>
      ))}
    </p>
  );
}

/** The limits with their complete texts, for pages without tooltips. */
export function UsedLimitsInFull() {
  const limits = useBoard((state) => state.summary.limits);
  if (limits === undefined) return null;
  return (
    <ul className="limit-lines grid gap-4 muted" aria-label={limitsSource(limits)}>
      {limitTexts(limits).map(({ window, long, warning }) => (
        <li key={window} data-warns={warning !== ''}>
          {long}
        </li>
      ))}
    </ul>
  );
}
