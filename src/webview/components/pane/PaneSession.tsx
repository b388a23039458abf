import { useId } from 'react';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { isControlled } from '../../../shared/actions/cardFacts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import { useBoard, useIsLost } from '../../page';
import { BlockedButtons } from '../card/offers/BlockedNote';
import { PushState } from '../card/PushState';
import { TakenWork } from '../card/collisions/Collisions';
import { RetryOffer } from '../card/offers/RetryOffer';
import { RequestInFull } from '../card/RequestInFull';
import { useMarkSeenOnMount } from '../card/UnseenMark';
import { useTrackedCard } from '../card/useTrackedCard';
import { GrantList } from '../grants/GrantList';
import { UnsentAnswers } from '../kept/UnsentAnswers';
import { ThenList } from '../prompt/ThenList';
import { AnswerPanel } from '../request/AnswerPanel';
import { WholeFolds } from '../whole/WholeFolds';
import { WholeHead } from '../whole/WholeHead';
import { LastMessage } from '../whole/LastMessage';
import { PaneActions } from './PaneActions';

/** A session with its content, its request and its actions. */
export function PaneSession({ session }: { readonly session: LiveSession }) {
  const { sessionId } = session;
  const isLost = useIsLost();
  const stale = useBoard((state) => state.connection !== 'live') || isLost;
  const id = useId();
  useMarkSeenOnMount(sessionId);
  const away = session.machine?.away;
  const hasControl = useBoard(({ control }) => isControlled(control, session));
  const isAnswered = hasControl && session.pendingRequest?.call !== undefined;
  const { card } = useTrackedCard(sessionId, session, true);
  return (
    <article
      ref={card}
      className="whole-card stack grows shrinks-down"
      data-session={sessionId}
      data-tone={cardLookOf(session).tone}
      data-stale={stale}
      aria-labelledby={`${id}title`}
    >
      <div className="whole-scroll stack grows shrinks-down scrolls">
        <WholeHead session={session} id={id} links="editor">
          <PaneActions session={session} />
        </WholeHead>
        <LastMessage session={session} />
        <ThenList session={session} />
        <GrantList grants={session.grants} isReadOnly={session.machine !== undefined} />
        {away === undefined && <TakenWork session={session} />}
        {away === undefined && <BlockedButtons session={session} />}
        {session.pendingRequest !== undefined && (
          <section aria-labelledby={`${id}request`}>
            <h3 id={`${id}request`} className="visually-hidden">
              {t('Request')}
            </h3>
            {!isAnswered && <RequestInFull session={session} />}
            <AnswerPanel session={session} />
          </section>
        )}
        <PushState session={session} />
        {away === undefined && <RetryOffer session={session} />}
        <UnsentAnswers session={session} />
        <WholeFolds session={session} id={id} />
      </div>
    </article>
  );
}
