import { CheckCheck } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import { actionById } from '../../../actions';
import { HostGuard } from '../../../components/HostGuard';
import { markReviewed } from '../../../reviewActions';
import { useBoard, usePage } from '../../../page';
import { useIsWatchOnly } from '../phone';

interface Props {
  readonly sessionId: string;
  /** False until the changes were loaded; only shown changes can be marked. */
  readonly isRead: boolean;
  /** Time of the newest change that was shown. */
  readonly seen: string | undefined;
}

/** Marks all changes of a session as reviewed, or removes the mark. */
export function MarkBar({ sessionId, isRead, seen }: Props) {
  const page = usePage();
  const isWatchOnly = useIsWatchOnly();
  const session = useBoard(({ sessions }) => sessions.get(sessionId));
  const isReviewed = session?.reviewed !== undefined;
  const action = actionById(isReviewed ? 'markNotReviewed' : 'markReviewed');
  if (isWatchOnly || session === undefined || action === undefined || !isRead) return null;
  return (
    <div className="card-bar rigid line-above">
      <HostGuard>
        <div className="review-mark across wraps gap-10">
          {isReviewed && (
            <p className="review-done across-inline gap-6 bold">
              <CheckCheck className="icon icon-20" aria-hidden="true" /> {t('Reviewed')}
            </p>
          )}
          <button
            type="button"
            className={isReviewed ? 'secondary' : 'primary'}
            data-action="markReviewed"
            onClick={() => markReviewed(!isReviewed, seen)(page, session)}
          >
            {action.nameFor(session)}
          </button>
        </div>
      </HostGuard>
    </div>
  );
}
