import { KeyRound } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { useBoard } from '../../page';
import { AcceptEditor } from '../AcceptEditor';
import { useIsNoticeDrawn } from './Notices';

/** Explains, once for all cards, that this editor can't answer requests yet and how to allow it. */
export function AcceptBanner() {
  const isStranger = useBoard(({ control }) => control.status === 'stranger');
  const isDrawn = useIsNoticeDrawn(isStranger);
  if (!isDrawn) return null;
  return (
    <section className="notice" data-tone="amber" aria-label={t('This editor can’t answer yet.')}>
      <KeyRound className="icon" aria-hidden="true" />
      <p className="accept-title rigid bold">{t('This editor can’t answer yet.')}</p>
      <AcceptEditor />
    </section>
  );
}
