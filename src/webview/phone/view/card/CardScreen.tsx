import { FileDiff, ScrollText } from 'lucide-react';
import { use, useId, useState } from 'react';
import { t } from '../../../../shared/words/l10n';
import { cardLookOf } from '../../../../shared/board/displayLooks';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { BlockedButtons } from '../../../components/card/offers/BlockedNote';
import { RetryOffer } from '../../../components/card/offers/RetryOffer';
import { useOpenTranscript } from '../../../components/card/openCard';
import { useMarkSeenOnMount } from '../../../components/card/UnseenMark';
import { useTrackedCard } from '../../../components/card/useTrackedCard';
import { GrantList } from '../../../components/grants/GrantList';
import { UnsentAnswers } from '../../../components/kept/UnsentAnswers';
import { HostGuard } from '../../../components/HostGuard';
import { ThenList } from '../../../components/prompt/ThenList';
import { PromptPanel } from '../../../components/prompt/PromptPanel';
import { WholeFolds } from '../../../components/whole/WholeFolds';
import { WholeHead, wholeTitle } from '../../../components/whole/WholeHead';
import { LastMessage } from '../../../components/whole/LastMessage';
import { AnswerBar } from '../../../components/request/AnswerButtons';
import { useBoard, usePage } from '../../../page';
import { hasTranscript } from '../../../../shared/board/hasTranscript';
import { othersWaiting } from '../../../pane/nextInLine';
import { NextButton } from '../NextButton';
import { usePhone, usePhoneState } from '../phone';
import { ReviewsContext } from '../../review/reviewCache';
import { useFocusedHeading } from '../useFocusedHeading';
import { useSwipe } from '../useSwipe';
import { PhoneCollisions } from './PhoneCollisions';
import { PhoneCardActions } from './PhoneCardActions';
import { CardRequest } from './CardRequest';
import { NextChanged } from './NextChanged';

interface Props {
  readonly sessionId: string;
}

/** A session with its request and all actions. A swipe opens the next session. */
export function CardScreen({ sessionId }: Props) {
  const session = useBoard(({ sessions }) => sessions.get(sessionId));
  const { screens } = usePhone();
  const { board } = usePage();
  const swipe = useSwipe(() => {
    const [next] = othersWaiting(board.state.get(), sessionId);
    if (next === undefined) board.announcer.announce(t('No other session needs you right now.'));
    else screens.open({ kind: 'card', sessionId: next });
  });
  return (
    <main className="card-screen" aria-label={t('Session')} {...swipe}>
      {session === undefined ? <Gone /> : <Session session={session} />}
    </main>
  );
}

function Gone() {
  const heading = useFocusedHeading(t('Session'));
  return (
    <div className="pane-empty">
      <h2 ref={heading} tabIndex={-1}>
        {t('This session is no longer on the board.')}
      </h2>
      <NextButton isPrimary />
    </div>
  );
}

function Session({ session }: { readonly session: LiveSession }) {
  const { sessionId } = session;
  const phase = usePhoneState((state) => state.phase);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const id = useId();
  useMarkSeenOnMount(sessionId);
  const heading = useFocusedHeading(wholeTitle(session));
  const look = cardLookOf(session);
  const { card } = useTrackedCard(sessionId, session, true);
  return (
    <article
      ref={card}
      className="whole-card stack grows shrinks-down"
      data-session={sessionId}
      data-tone={look.tone}
      data-stale={phase !== 'live'}
      aria-labelledby={`${id}title`}
    >
      <div className="screen whole-scroll stack grows shrinks-down">
        <WholeHead session={session} id={id} heading={heading} links="browser">
          <ReadingLinks session={session} />
        </WholeHead>
        <LastMessage session={session} />
        <PhoneCollisions session={session} />
        <BlockedButtons session={session} />
        <HostGuard>
          <AnswerBar value={bar}>
            <CardRequest session={session} />
          </AnswerBar>
          <RetryOffer session={session} />
          <UnsentAnswers session={session} />
          <ThenList session={session} />
          <GrantList grants={session.grants} isReadOnly={session.machine !== undefined} />
          <PromptPanel session={session} isOpen />
          <PhoneCardActions session={session} />
        </HostGuard>
        <WholeFolds session={session} id={id} />
      </div>
      <div className="card-bar rigid line-above">
        <HostGuard>
          <div ref={setBar} className="bar-place" />
        </HostGuard>
        {session.pendingRequest?.call?.answerable !== true && (
          <>
            <NextButton isPrimary />
            <NextChanged sessionId={sessionId} />
          </>
        )}
      </div>
    </article>
  );
}

/**
 * Links to the transcript and the review, which are also available to a phone with scope `watch`.
 */
function ReadingLinks({ session }: { readonly session: LiveSession }) {
  const { sessionId, changes } = session;
  const { screens } = usePhone();
  const read = useOpenTranscript();
  const isReviewed = use(ReviewsContext) !== undefined && changes !== undefined;
  const isRead = read !== undefined && hasTranscript(session);
  if (!isReviewed && !isRead) return null;
  return (
    <p className="whole-ways flows gap-10">
      {isRead && (
        <button
          type="button"
          className="secondary across-inline gap-8"
          data-action="openTranscript"
          onClick={() => read(sessionId)}
        >
          <ScrollText className="icon" aria-hidden="true" /> {t('Transcript')}
        </button>
      )}
      {isReviewed && (
        <button
          type="button"
          className="secondary across-inline gap-8"
          data-action="reviewChanges"
          onClick={() => screens.open({ kind: 'review', sessionId })}
        >
          <FileDiff className="icon" aria-hidden="true" /> {t('Review Changes')}
        </button>
      )}
    </p>
  );
}
