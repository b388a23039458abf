import { ShieldX } from 'lucide-react';
import { blockedText, consecutiveBlocksText } from '../../../../shared/request/blockedText';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { isOfferedOnPage } from '../../../../shared/actions/pageActions';
import { cardActions } from '../../../actions';
import { useBoard, useHasEditor, usePage } from '../../../page';
import { canPageActOn } from '../../../../shared/actions/cardFacts';
import { Button } from '../../Button';

interface Props {
  readonly session: LiveSession;
}

/**
 * Note on how many calls auto mode blocked, and why; on a request, that the blocked calls caused
 * it.
 */
export function BlockedNote({ session }: Props) {
  const blocksOfRequest = session.pendingRequest?.blocked;
  const text =
    blocksOfRequest === undefined ? blockedText(session) : consecutiveBlocksText(blocksOfRequest);
  const isOpen = blocksOfRequest !== undefined || (session.blocked?.open ?? 0) > 0;
  if (!isOpen || text === '') return null;
  return (
    <div className="blocked-note contents small text">
      <p className="across-top gap-6 shrinks spaced breaks" dir="auto" title={text}>
        <ShieldX className="icon amber line-icon" aria-hidden="true" />
        <span>{text}</span>
      </p>
    </div>
  );
}

const blockedActions = cardActions.filter(({ board }) => board?.onBlocked === true);

/** Buttons of the actions on blocked calls; none while a request is open because of them. */
export function BlockedButtons({ session }: Props) {
  const page = usePage();
  const hasEditor = useHasEditor();
  const offeredIds = useBoard((state) =>
    blockedActions
      .filter((action) => isOfferedOnPage(action, session, state))
      .map(({ id }) => id)
      .join(' '),
  );
  const actions = blockedActions.filter(
    ({ id }) =>
      offeredIds.split(' ').includes(id) &&
      (id === 'tellBlocked' ? canPageActOn(page.place, session) : hasEditor),
  );
  if (actions.length === 0 || session.pendingRequest?.blocked !== undefined) return null;
  return (
    <div className="blocked-buttons flows gap-4-6 all-columns spaced anchor">
      {actions.map((action) => (
        <Button
          key={action.id}
          name={action.nameFor(session)}
          action={action.id}
          onClick={() => action.run(page, session)}
        />
      ))}
    </div>
  );
}
