import { whyText } from '../../../shared/board/texts/whyText';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { numbered } from '../../numbered';
import { usePage } from '../../page';
import { UnbrokenOptions } from '../UnbrokenOptions';

/** Explanation of the state of a session, the deciding signal first. */
export function Why({ session }: { readonly session: LiveSession }) {
  const lines = whyText(session, usePage().clock.get());
  return (
    <ul className="why stack gap-6 muted breaks selectable" aria-label={t('Why this state')}>
      {lines.length === 0 && <li>{t('No signal explains this state.')}</li>}
      {numbered(lines).map(({ id, value: { text, detail, verdict } }) => (
        <li key={id} data-verdict={verdict} title={detail || undefined}>
          <UnbrokenOptions text={text} />
        </li>
      ))}
    </ul>
  );
}
