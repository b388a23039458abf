import { ChevronRight } from 'lucide-react';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { labelOf } from '../../../shared/board/sessionNames';
import { StateIcon } from '../../components/card/StateIcon';
import { useBoard } from '../../page';
import { usePhone } from './phone';

/** Bar below a transcript whose session has an open request, with a link to its answer. */
export function TranscriptAnswer({ sessionId }: { readonly sessionId: string }) {
  const session = useBoard(({ sessions }) => sessions.get(sessionId));
  const { screens } = usePhone();
  if (session?.pendingRequest === undefined) return null;
  return (
    <div className="card-bar rigid line-above">
      <button
        type="button"
        className="primary next-button across-inline gap-6 rigid"
        data-action="answer"
        onClick={() => screens.back()}
      >
        <StateIcon name={cardLookOf(session).lucide} /> {labelOf(session)}
        <ChevronRight className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}
