import { ScrollText } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../../shared/words/l10n';
import { cardLookOf } from '../../../../shared/board/displayLooks';
import { isBlocked } from '../../../../shared/presentation';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { plainTitle } from '../../../../shared/text/plainText';
import { Badges } from '../../../components/card/Badges';
import { CardDetails } from '../../../components/card/CardDetails';
import { CardDoing } from '../../../components/card/CardDoing';
import { CardFacts } from '../../../components/card/CardFacts';
import { Disclosed } from '../../../components/card/Disclosed';
import { LimitOffer } from '../../../components/card/LimitOffer';
import { PinMark, Tags } from '../../../components/card/Marks';
import { useOpenTranscript } from '../../../components/card/openCard';
import { StateIcon } from '../../../components/card/StateIcon';
import { TimeInState } from '../../../components/card/TimeInState';
import { useLookOnShowing } from '../../../components/card/UnseenMark';
import { Why } from '../../../components/card/Why';
import { KeptWords } from '../../../components/kept/KeptWords';
import { Living } from '../../../components/Living';
import { PromptPanel } from '../../../components/prompt/PromptPanel';
import { AnswerBar } from '../../../components/request/AnswerButtons';
import { useBoard, usePage } from '../../../page';
import { hasTranscript } from '../../../text/cardFacts';
import { doingOf } from '../../../text/doing';
import { othersWaiting } from '../nextInLine';
import { NextButton } from '../NextButton';
import { usePhone, usePhoneState } from '../phone';
import { useSwipe } from '../useSwipe';
import { CardDeeds } from './CardDeeds';
import { CardRequest } from './CardRequest';
import { NextChanged } from './NextChanged';

interface Props {
  readonly sessionId: string;
}

/** A session in full: what it asks and all that can be done about it. A swipe leads to the next. */
export function CardScreen({ sessionId }: Props) {
  const session = useBoard(({ sessions }) => sessions.get(sessionId));
  const { screens } = usePhone();
  const { board } = usePage();
  const swipe = useSwipe(() => {
    const [next] = othersWaiting(board.state.get(), sessionId);
    if (next === undefined) board.announcer.say(t('No other session needs you right now.'));
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
  const { sessionId, agentState, pinned, tags = [] } = session;
  const { cardsInSight } = usePage();
  const phase = usePhoneState((state) => state.phase);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const card = useRef<HTMLElement>(null);
  const id = useId();
  useLookOnShowing(sessionId);
  const title = plainTitle(session.title) || t('Untitled session');
  const heading = useFocusedHeading(title);
  const blocked = isBlocked(agentState);
  const look = cardLookOf(session);
  useEffect(() => {
    if (!card.current) return undefined;
    return cardsInSight.follow(card.current, sessionId, { blocked, opened: true });
  }, [cardsInSight, sessionId, blocked]);
  return (
    <article
      ref={card}
      className="whole-card"
      data-session={sessionId}
      data-tone={look.tone}
      data-stale={phase !== 'live'}
      aria-labelledby={`${id}title`}
    >
      <div className="screen whole-scroll">
        <header className="whole-head">
          <h2 ref={heading} id={`${id}title`} className="whole-title" tabIndex={-1} dir="auto">
            {title}
          </h2>
          <div className="whole-state">
            <StateIcon name={look.lucide} />
            <CardDoing id={`${id}state`} doing={doingOf(session)} />
            <TimeInState since={session.stateSince} past={agentState.group === 'delivered'} />
          </div>
          <Badges session={session} links="browser" />
          {(pinned === true || tags.length > 0) && (
            <p className="whole-marks">
              {pinned === true && <PinMark name={t('Pinned')} />}
              {tags.length > 0 && <Tags tags={tags} />}
            </p>
          )}
          <CardFacts session={session} />
          <Read session={session} />
        </header>
        <Living>
          <AnswerBar value={bar}>
            <CardRequest session={session} />
          </AnswerBar>
          <LimitOffer session={session} />
          <KeptWords session={session} />
          <PromptPanel session={session} isOpen />
          <CardDeeds session={session} />
        </Living>
        <Disclosed
          of={`why/${sessionId}`}
          className="quiet section"
          name={t('Why this state?')}
          isHeading
        >
          <Why session={session} />
        </Disclosed>
        <Disclosed
          of={`details/${sessionId}`}
          className="quiet section"
          name={t('Details')}
          isHeading
        >
          <CardDetails id={`${id}details`} session={session} />
        </Disclosed>
      </div>
      <div className="card-bar">
        <Living>
          <div ref={setBar} className="bar-place" />
        </Living>
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

/** Leads to the transcript. A phone that only watches may read it, too. */
function Read({ session }: { readonly session: LiveSession }) {
  const open = useOpenTranscript();
  if (open === undefined || !hasTranscript(session)) return null;
  return (
    <button
      type="button"
      className="secondary whole-read"
      data-action="openTranscript"
      onClick={() => open(session.sessionId)}
    >
      <ScrollText className="icon" aria-hidden="true" /> {t('Transcript')}
    </button>
  );
}

/** The heading of a screen that came: the focus is on it, and the window has its name. */
function useFocusedHeading(name: string): React.RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = name;
  }, [name]);
  return heading;
}
