import {
  Archive,
  ArchiveRestore,
  ChevronDown,
  ChevronUp,
  Ellipsis,
  MessageSquarePlus,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { t } from '../../../shared/words/l10n';
import { isAway } from '../../../shared/board/machineText';
import { actionById } from '../../actions';
import { isDismissed, isDismissible } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isControlled, takesPrompts } from '../../text/cardFacts';
import { useBoard, usePage, useView } from '../../page';
import { IconButton } from '../IconButton';

interface Props {
  readonly session: LiveSession;
  /** Id of the details. */
  readonly detailsId: string;
}

/** Buttons of the most frequent actions; the menu has all. */
export function CardActions({ session, detailsId }: Props) {
  const { sessionId, agentState } = session;
  const page = usePage();
  const open = useView((state) => state.disclosed.has(`details/${sessionId}`));
  const menuOpen = useView((state) => state.menu?.sessionId === sessionId);
  const run = (id: string) => () => actionById(id)?.run(page, session);
  const prompts =
    useBoard(({ control }) => isControlled(control, session)) && takesPrompts(session);
  const dismissed = isDismissed(agentState);
  return (
    <div className="card-actions">
      {prompts && (
        <IconButton
          name={t('Send a Prompt')}
          shortcut="I"
          Icon={MessageSquarePlus}
          data-action="openPrompt"
          onClick={run('prompt')}
        />
      )}
      {!isAway(session) && (dismissed || isDismissible(agentState)) && (
        <IconButton
          name={dismissed ? t('Restore') : t('Dismiss')}
          shortcut="X"
          Icon={dismissed ? ArchiveRestore : Archive}
          data-action="dismiss"
          onClick={run(dismissed ? 'restore' : 'dismiss')}
        />
      )}
      <IconButton
        name={t('Details')}
        shortcut="E"
        Icon={open ? ChevronUp : ChevronDown}
        data-action="details"
        aria-expanded={open}
        aria-controls={detailsId}
        onClick={run('details')}
      />
      <IconButton
        name={t('More Actions')}
        shortcut="M"
        Icon={Ellipsis}
        data-action="menu"
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        onClick={({ currentTarget }: MouseEvent) =>
          page.view.change({ menu: { sessionId, at: currentTarget.getBoundingClientRect() } })
        }
      />
    </div>
  );
}
