import { ChevronDown, ChevronUp } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { isOfferedOnPage, type ActionId } from '../../../shared/actions/sessionActions';
import { actionById, shortcutFor } from '../../actions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useHasOffer } from './offers/RetryOffer';
import { useBoard, usePage, useView } from '../../page';
import { IconButton } from '../IconButton';
import { MoreActions } from './MoreActions';

interface Props {
  readonly session: LiveSession;
  /** Id of the details; absent where the session is shown whole beside its card. */
  readonly detailsId?: string;
}

/** Buttons of the most frequent actions; the menu has all. */
export function CardActions({ session, detailsId }: Props) {
  const { sessionId } = session;
  const page = usePage();
  const open = useView((state) => state.disclosed.has(`details/${sessionId}`));
  const control = useBoard((state) => state.control);
  const mutes = useBoard((state) => state.mutes);
  const offers = { control, mutes };
  const prompt = actionById('prompt');
  const retry = actionById('retrySession');
  const isOnCard = useHasOffer(sessionId);
  const run = (id: ActionId) => () => actionById(id)?.run(page, session);
  const dismissal = [actionById('dismiss'), actionById('restore')].find(
    (one) => one !== undefined && isOfferedOnPage(one, session, offers),
  );
  return (
    <div className="card-actions">
      {!isOnCard && retry !== undefined && isOfferedOnPage(retry, session, offers) && (
        <IconButton
          name={retry.nameFor(session)}
          Icon={retry.Icon}
          data-action="retrySession"
          onClick={run('retrySession')}
        />
      )}
      {detailsId !== undefined &&
        prompt !== undefined &&
        isOfferedOnPage(prompt, session, offers) && (
          <IconButton
            name={prompt.nameFor(session)}
            shortcut={shortcutFor(prompt, session, offers)}
            Icon={prompt.Icon}
            data-action="openPrompt"
            onClick={run('prompt')}
          />
        )}
      {detailsId !== undefined && dismissal !== undefined && (
        <IconButton
          name={dismissal.nameFor(session)}
          Icon={dismissal.Icon}
          data-action="dismiss"
          onClick={run(dismissal.id)}
        />
      )}
      {detailsId !== undefined && (
        <IconButton
          name={t('Details')}
          shortcut="E"
          Icon={open ? ChevronUp : ChevronDown}
          data-action="details"
          aria-expanded={open}
          aria-controls={detailsId}
          onClick={run('details')}
        />
      )}
      <MoreActions sessionId={sessionId} />
    </div>
  );
}
