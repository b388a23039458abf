import { t } from '../../../shared/words/l10n';

const placeholders = [0, 1, 2];

/** The shape of the board while its first data is on the way. */
export function Loading() {
  return (
    <main className="loading" aria-busy="true" aria-label={t('Sessions')}>
      {placeholders.map((column) => (
        <div key={column} className="placeholder-column" aria-hidden="true">
          {placeholders.slice(column).map((card) => (
            <div key={card} className="placeholder-card" />
          ))}
        </div>
      ))}
    </main>
  );
}
