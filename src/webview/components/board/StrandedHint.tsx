import { RotateCcw, X } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { resumeStrandedText, strandedSentence } from '../../../shared/words/strandedText';
import { useBoard, usePage } from '../../page';
import { Button } from '../Button';
import { ToolButton } from '../ToolButton';
import { useIsNoticeDrawn } from './Notices';

/** Offer to resume stranded sessions, until it is accepted or declined. */
export function StrandedHint() {
  const count = useBoard(({ summary }) => summary.stranded?.length ?? 0);
  const { board } = usePage();
  const isDrawn = useIsNoticeDrawn(count > 0);
  if (!isDrawn) return null;
  return (
    <section className="notice" data-tone="gray" aria-label={t('Sessions of before')}>
      <RotateCcw className="icon" aria-hidden="true" />
      <p>{strandedSentence(count)}</p>
      <Button
        name={resumeStrandedText(count)}
        onClick={() => board.post({ type: 'resumeStranded' })}
      />
      <ToolButton
        name={t('Don’t Offer These Again')}
        Icon={X}
        onClick={() => board.post({ type: 'leaveStranded' })}
      />
    </section>
  );
}
