import { Check } from 'lucide-react';
import { memo, useEffect, useId, useRef } from 'react';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { shownTags } from '../../../shared/board/sessionNames';
import { isBlocked } from '../../../shared/presentation';
import { type Doing, doingOf } from '../../text/doing';
import { useBoard, useHasEditor, usePage, useView } from '../../page';
import { useStore } from '../../store';
import { TabIndex } from '../Button';
import { KeptWords } from '../kept/KeptWords';
import { AnswerPanel, type AnswerForm } from '../request/AnswerPanel';
import { CodeText } from '../request/CodeText';
import { AwaySince } from './facts/AwaySince';
import { Badges } from './Badges';
import { BlockedNote } from './BlockedNote';
import { CalledPhone } from './CalledPhone';
import { CardActions } from './CardActions';
import { CardDetails } from './CardDetails';
import { CardDoing } from './CardDoing';
import { CardFacts } from './facts/CardFacts';
import { TakenWork } from './collisions/Collisions';
import { EndNotes } from './EndNotes';
import { PromptPanel } from '../prompt/PromptPanel';
import { RetryOffer } from './RetryOffer';
import { PinMark, Tags } from './Marks';
import { useIsCurrent, useOpenCard } from './openCard';
import { StateIcon } from './StateIcon';
import { TimeInState } from './facts/TimeInState';
import { UnseenMark, useLookOnOpening } from './UnseenMark';
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
  const { cardsInSight, selection } = usePage();
  const hasEditor = useHasEditor();
  const openCard = useOpenCard();
  const isCurrent = useIsCurrent(sessionId);
  const selected = useStore(selection.state, ({ ids }) => ids.has(sessionId));
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const away = session?.machine?.away;
  const blocked = session !== undefined && away === undefined && isBlocked(session.agentState);
  const opened = open || explained || answering;
  useLookOnOpening(session ?? { sessionId }, opened);
  useEffect(() => {
    if (!(blocked || opened) || !card.current) return undefined;
    return cardsInSight.follow(card.current, sessionId, { blocked, opened });
  }, [blocked, opened, cardsInSight, sessionId]);
  if (!session) return null;
  const { agentState } = session;
  const look = cardLookOf(session);
  const doing = doingOf(session);
  const asks = doing.about === 'request' && doing.text !== '' && !open;
  const { unseen = false } = session;
  const tags = shownTags(session);
  const marked = session.pinned === true || unseen || tags.length > 0;
  const described = [
    ...(selected ? [`${id}selected`] : []),
    ...(unseen ? [`${id}unseen`] : []),
    `${id}state`,
    ...(tags.length > 0 ? [`${id}tags`] : []),
  ];
  return (
    <li className="slot">
      <TabIndex value={isStop ? 0 : -1}>
        <article
          ref={card}
          className="card"
          data-session={sessionId}
          data-tone={look.tone}
          data-blocked={blocked}
          data-asks={asks}
          data-open={open}
          data-selected={selected}
          data-current={isCurrent}
          data-unseen={unseen}
          data-machine={session.machine === undefined ? undefined : true}
          data-away={away !== undefined}
          aria-labelledby={`${id}title`}
        >
          <span className="card-icon" title={doing.state ?? doing.label}>
            <StateIcon name={look.lucide} />
          </span>
          {selected && (
            <span id={`${id}selected`} className="selected-mark">
              <Check className="icon" aria-hidden="true" />
              <span className="visually-hidden">{t('Selected')}</span>
            </span>
          )}
          <h3
            className="title"
            dir="auto"
            title={plainTitle(session.title, 1000)}
            data-marked={marked}
          >
            {unseen && <UnseenMark id={`${id}unseen`} />}
            {session.pinned === true && <PinMark name={t('Pinned')} />}
            <button
              type="button"
              id={`${id}title`}
              className="open"
              data-action="open"
              aria-current={isCurrent ? 'true' : undefined}
              aria-describedby={described.join(' ')}
              tabIndex={isStop ? 0 : -1}
              onClick={() => openCard(sessionId)}
            >
              {plainTitle(session.title) || t('Untitled session')}
            </button>
            {tags.length > 0 && <Tags id={`${id}tags`} tags={tags} />}
          </h3>
          {away === undefined ? (
            <TimeInState since={session.stateSince} past={agentState.group === 'delivered'} />
          ) : (
            <AwaySince session={session} away={away} />
          )}
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
        </article>
      </TabIndex>
    </li>
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
