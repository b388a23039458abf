import { CheckCheck, History } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import { DigestWords } from '../../../components/board/DigestLine';
import { ToolButton } from '../../../components/ToolButton';
import { useBoard, usePage } from '../../../page';
import { usePhone } from '../phone';

/** The digest; a tap opens the first of its sessions. */
export function DigestNote() {
  const digest = useBoard(({ summary }) => summary.digest);
  const { screens } = usePhone();
  const { tour } = usePage();
  const first = digest?.sessionIds[0];
  if (digest === undefined || first === undefined) return null;
  return (
    <section className="digest-note across rigid frame" aria-label={t('While you were away')}>
      <button
        type="button"
        className="digest-open across gap-10 grows shrinks"
        data-action="digest"
        onClick={() => screens.open({ kind: 'card', sessionId: first })}
      >
        <History className="icon blue icon-20" aria-hidden="true" />
        <DigestWords digest={digest} />
      </button>
      <ToolButton
        name={t('Mark All as Seen')}
        Icon={CheckCheck}
        onClick={() => tour.markAllAsSeen()}
      />
    </section>
  );
}
