import { TriangleAlert } from 'lucide-react';
import { allLimits, limitsSource, limitTexts } from '../../../shared/board/texts/limitsText';
import { t } from '../../../shared/words/l10n';
import { useBoard } from '../../page';

/** Used shares of the accounts' limits; nothing if no agent has reported them. */
export function UsedLimits() {
  const summary = useBoard((state) => state.summary);
  const hasLoaded = useBoard((state) => state.connection !== 'connecting');
  const accounts = allLimits(summary);
  if (accounts.length === 0 || !hasLoaded) return null;
  const texts = accounts.flatMap((limits) =>
    limitTexts(limits).map((text) => ({ ...text, id: [limits.agent, text.window].join('/') })),
  );
  const title = accounts.flatMap((limits) => [
    limitsSource(limits),
    ...limitTexts(limits).map(({ long }) => long),
  ]);
  return (
    <p className="used-limits rigid muted one-line" title={title.join('\n')}>
      <span className="visually-hidden">{t('Usage limits:')} </span>
      {texts.map(({ id, short, warning }, index) => (
        <span key={id} className="figure" data-warns={warning !== ''}>
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
  const summary = useBoard((state) => state.summary);
  return allLimits(summary).map((limits) => (
    <ul
      key={limits.agent ?? ''}
      className="limit-lines grid gap-4 muted"
      aria-label={limitsSource(limits)}
    >
      {limitTexts(limits).map(({ window, long, warning }) => (
        <li key={window} data-warns={warning !== ''}>
          {long}
        </li>
      ))}
    </ul>
  ));
}
