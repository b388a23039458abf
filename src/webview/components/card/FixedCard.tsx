import { Check } from 'lucide-react';
import { memo, useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { shownTags } from '../../../shared/board/sessionNames';
import { isBlocked } from '../../../shared/presentation';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { useBoard, usePage } from '../../page';
import { useStore } from '../../store';
import { doingOf } from '../../text/doing';
import { TabIndex } from '../Button';
import { Badges } from './Badges';
import type { CardProps } from './Card';
import { CardActions } from './CardActions';
import { CardDoing } from './CardDoing';
import { EndNotes } from './EndNotes';
import { AwaySince } from './facts/AwaySince';
import { CardFacts } from './facts/CardFacts';
import { TimeInState } from './facts/TimeInState';
import { PinMark, Tags } from './Marks';
import { useIsCurrent, useOpenCard } from './openCard';
import { StateIcon } from './StateIcon';
import { UnseenMark } from './UnseenMark';

/** Card of fixed height, to choose a session by: what it asks and what can be done stand beside the lists. */
export const FixedCard = memo(function FixedCard({ sessionId, isStop }: CardProps) {
  const here = useBoard((state) => state.sessions.get(sessionId));
  const left = useBoard((state) => state.left.get(sessionId));
  const session = here ?? left;
  const { cardsInSight, selection, board, view } = usePage();
  const openCard = useOpenCard();
  const isCurrent = useIsCurrent(sessionId);
  const selected = useStore(selection.state, ({ ids }) => ids.has(sessionId));
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const away = session?.machine?.away;
  const blocked = session !== undefined && away === undefined && isBlocked(session.agentState);
  useEffect(() => {
    if (!blocked || !card.current) return undefined;
    return cardsInSight.follow(card.current, sessionId, { blocked, opened: false });
  }, [blocked, cardsInSight, sessionId]);
  if (!session) return null;
  const look = cardLookOf(session);
  const doing = doingOf(session);
  const { unseen = false } = session;
  const tags = shownTags(session);
  const described = [
    ...(selected ? [`${id}selected`] : []),
    ...(unseen ? [`${id}unseen`] : []),
    `${id}state`,
    ...(tags.length > 0 ? [`${id}tags`] : []),
  ];
  // The focus has chosen it already: Enter goes on to what is shown of it.
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void => {
    if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey) return;
    view.change({ wanted: { sessionId, action: 'answer' } });
  };
  return (
    <li className="slot">
      <TabIndex value={isStop ? 0 : -1}>
        <article
          ref={card}
          className="card fixed-card"
          data-session={sessionId}
          data-tone={look.tone}
          data-blocked={blocked}
          data-selected={selected}
          data-current={isCurrent}
          data-unseen={unseen}
          data-machine={session.machine === undefined ? undefined : true}
          data-away={away !== undefined}
          data-left={here === undefined}
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
            data-marked={session.pinned === true || unseen || tags.length > 0}
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
              onDoubleClick={() => board.post({ type: 'openTranscript', sessionId })}
              onKeyDown={onKeyDown}
            >
              {plainTitle(session.title) || t('Untitled session')}
            </button>
            {tags.length > 0 && <Tags id={`${id}tags`} tags={tags} />}
          </h3>
          <CardDoing id={`${id}state`} doing={doing} />
          <div className="quiet-line">
            <EndNotes session={session} />
            <Badges session={session} links="editor" />
            <CardFacts session={session} />
            {away === undefined ? (
              <TimeInState since={session.stateSince} past={false} />
            ) : (
              <AwaySince session={session} away={away} />
            )}
          </div>
          <CardActions session={session} />
        </article>
      </TabIndex>
    </li>
  );
});
