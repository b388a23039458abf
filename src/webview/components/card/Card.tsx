import { memo, useId } from 'react';
import { type Doing, doingOf } from '../../../shared/board/doing';
import { useBoard, useHasEditor, useView } from '../../page';
import { KeptWords } from '../kept/KeptWords';
import { AnswerPanel, type AnswerForm } from '../request/AnswerPanel';
import { CodeText } from '../request/CodeText';
import { CardTime } from './facts/CardTime';
import { Badges } from './Badges';
import { BlockedNote } from './offers/BlockedNote';
import { CalledPhone } from './CalledPhone';
import { CardActions } from './CardActions';
import { CardDetails } from './CardDetails';
import { CardDoing } from './CardDoing';
import { CardFrame } from './CardFrame';
import { CardFacts } from './facts/CardFacts';
import { TakenWork } from './collisions/Collisions';
import { EndNotes } from './EndNotes';
import { PromptPanel } from '../prompt/PromptPanel';
import { RetryOffer } from './offers/RetryOffer';
import { useLookOnOpening } from './UnseenMark';
import { useFollowedCard } from './useFollowedCard';
import { Why } from './Why';

export interface CardProps {
  readonly sessionId: string;
  /** True for the one card of its group that Tab stops at. */
  readonly isStop: boolean;
}

/**
 * Card of a session, alike in every layout; its title is a button as large as the card. On a phone it
 * opens a screen that has the parts that act.
 */
export const Card = memo(function Card({ sessionId, isStop }: CardProps) {
  const session = useBoard((state) => state.sessions.get(sessionId));
  const open = useView((state) => state.disclosed.has(`details/${sessionId}`));
  const explained = useView((state) => state.disclosed.has(`why/${sessionId}`));
  const call = session?.pendingRequest?.call?.id;
  const answering = useView((state) => state.disclosed.has(`answer/${call}`));
  const form = useAnswerForm(open, answering);
  const hasEditor = useHasEditor();
  const id = useId();
  const away = session?.machine?.away;
  const opened = open || explained || answering;
  useLookOnOpening(session ?? { sessionId }, opened);
  const { card, blocked } = useFollowedCard(sessionId, session, opened);
  if (!session) return null;
  const doing = doingOf(session);
  const asks = doing.about === 'request' && doing.text !== '' && !open;
  return (
    <CardFrame
      session={session}
      id={id}
      doing={doing}
      card={card}
      blocked={blocked}
      isStop={isStop}
      className="card"
      attributes={{ 'data-asks': asks, 'data-open': open }}
    >
      <CardTime session={session} saysAgo />
      <div className="doing-line">
        <CardDoing id={`${id}state`} doing={doing} />
        <Badges session={session} links={hasEditor ? 'editor' : 'none'} />
      </div>
      <EndNotes session={session} />
      {away === undefined && <TakenWork session={session} />}
      {away === undefined && <BlockedNote session={session} hasButtons={hasEditor} />}
      {asks && <CardRequest doing={doing} />}
      {hasEditor && (
        <>
          <AnswerPanel session={session} form={form} />
          {form !== 'none' && <CalledPhone session={session} />}
          {away === undefined && <RetryOffer session={session} />}
          <KeptWords session={session} />
          <PromptPanel session={session} />
        </>
      )}
      <CardFacts session={session} />
      {hasEditor && (
        <>
          {open && <CardDetails id={`${id}details`} session={session} />}
          {(open || explained) && <Why session={session} />}
          <CardActions session={session} detailsId={`${id}details`} />
        </>
      )}
    </CardFrame>
  );
});

/** In columns a request is answered on its card at once, on a compact one after it was opened. */
function useAnswerForm(open: boolean, answering: boolean): AnswerForm {
  return useView(({ layout, density }) => {
    if (open) return 'whole';
    if (layout !== 'columns') return 'none';
    return density === 'compact' && !answering ? 'short' : 'whole';
  });
}

/** Request as plain text in a few lines; the details have all of it. */
function CardRequest({ doing: { kind, text } }: { readonly doing: Doing }) {
  return (
    <div className="request" title={text}>
      {kind === 'code' ? (
        <pre className="request-text" data-kind="code">
          <CodeText text={text} />
        </pre>
      ) : (
        <p className="request-text" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
