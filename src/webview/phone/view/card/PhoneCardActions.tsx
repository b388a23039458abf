import { useState } from 'react';
import { t } from '../../../../shared/words/l10n';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { isOfferedOnPage } from '../../../../shared/actions/pageActions';
import { phoneActions, type CardAction } from '../../../actions';
import { useBoard, usePage } from '../../../page';
import { useStore } from '../../../store';
import { canPageActOn } from '../../../../shared/actions/cardFacts';
import { useIsWatchOnly } from '../phone';
import { TwoTaps } from './twoTaps';

/** Actions on the session itself; those that can't be undone require two taps. */
export function PhoneCardActions({ session }: { readonly session: LiveSession }) {
  const isWatchOnly = useIsWatchOnly();
  const board = useBoard((state) => state);
  const { place } = usePage();
  const [taps] = useState(() => new TwoTaps());
  const canReach = ({ needs }: CardAction) => needs === undefined || canPageActOn(place, session);
  const offeredActions = phoneActions.filter(
    (action) => canReach(action) && isOfferedOnPage(action, session, board),
  );
  if (isWatchOnly || offeredActions.length === 0) return null;
  return (
    <ul className="deeds flows gap-10" aria-label={t('Actions')}>
      {offeredActions.map((action) => (
        <li key={action.id}>
          <PhoneActionButton action={action} session={session} taps={taps} />
        </li>
      ))}
    </ul>
  );
}

interface PhoneActionButtonProps {
  readonly action: CardAction;
  readonly session: LiveSession;
  readonly taps: TwoTaps;
}

function PhoneActionButton({ action, session, taps }: PhoneActionButtonProps) {
  const page = usePage();
  const { id, Icon, nameFor, phone, run } = action;
  const { sessionId } = session;
  const isArmed = useStore(
    taps.state,
    (tapped) => tapped?.sessionId === sessionId && tapped.id === id,
  );
  const name = isArmed ? t('Tap Again: {0}', nameFor(session)) : nameFor(session);
  return (
    <button
      type="button"
      className="secondary deed across-inline gap-8"
      data-action={id}
      data-armed={isArmed}
      onClick={() => {
        if (phone?.confirm === undefined || taps.tap(sessionId, id)) run(page, session);
        else page.board.announcer.announce(t('Tap Again: {0}', nameFor(session)), 'armed');
      }}
    >
      <Icon className="icon" aria-hidden="true" />
      {name}
    </button>
  );
}
