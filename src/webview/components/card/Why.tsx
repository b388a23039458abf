import { explain } from '../../../shared/words/explain';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { usePage } from '../../page';

/** The signals behind a card's state, the deciding one first. */
export function Why({ session }: { readonly session: LiveSession }) {
  const lines = explain(session, usePage().clock.get());
  return (
    <ul className="why" aria-label={t('Why this state')}>
      {lines.length === 0 && <li>{t('No signal told this state.')}</li>}
      {lines.map(({ text, detail, verdict }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is drawn anew as a whole
        <li key={index} data-verdict={verdict} title={detail || undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
