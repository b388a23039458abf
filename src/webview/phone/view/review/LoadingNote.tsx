import { TriangleAlert } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import { Button } from '../../../components/Button';
import type { ReviewAnswer } from '../../review/openReview';
import { usePhoneState } from '../phone';

interface Props {
  readonly asked: ReviewAnswer<unknown>;
  /** Text while the first answer is pending. */
  readonly loading: string;
  readonly onRetry: () => void;
}

/** Explains why the content is not available yet; nothing once it is. */
export function LoadingNote({ asked: { value, problem }, loading, onRetry }: Props) {
  const isLive = usePhoneState(({ phase }) => phase === 'live');
  if (problem !== undefined) {
    return (
      <div className="review-problem icon-text middle gap-10 lined rounder" role="alert">
        <TriangleAlert className="icon amber icon-22" aria-hidden="true" />
        <p className="breaks">{problem}</p>
        <Button name={t('Try Again')} action="retry" onClick={onRetry} />
      </div>
    );
  }
  if (value !== undefined) return null;
  return (
    <output className="muted">
      {isLive ? loading : t('Not connected. It is loaded as soon as the computer can be reached.')}
    </output>
  );
}
