import { isOfferedOnPage } from '../../../shared/actions/pageActions';
import { actionById } from '../../actions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useBoard, usePage } from '../../page';
import { IconButton } from '../IconButton';
import { MoreActions } from './MoreActions';

/** A card's own buttons: retry after a failed turn, and the menu of all actions. */
export function CardActions({ session }: { readonly session: LiveSession }) {
  const page = usePage();
  const control = useBoard((state) => state.control);
  const mutes = useBoard((state) => state.mutes);
  const retry = actionById('retrySession');
  return (
    <div className="card-actions flex rounded">
      {retry !== undefined && isOfferedOnPage(retry, session, { control, mutes }) && (
        <IconButton
          name={retry.nameFor(session)}
          Icon={retry.Icon}
          data-action="retrySession"
          onClick={() => retry.run(page, session)}
        />
      )}
      <MoreActions sessionId={session.sessionId} />
    </div>
  );
}
