import { memo, useId } from 'react';
import { type ActivityLine, activityLineOf } from '../../../shared/board/activityLine';
import { useBoard } from '../../page';
import { GrantFact } from '../grants/GrantFact';
import { CodeText } from '../request/CodeText';
import { Badges } from './Badges';
import type { CardProps } from './Card';
import { CardDoing } from './CardDoing';
import { CardFrame } from './CardFrame';
import { TakenWork } from './collisions/Collisions';
import { EndNotes } from './EndNotes';
import { CardFacts } from './facts/CardFacts';
import { CardTime } from './facts/CardTime';
import { FollowUpLine } from './facts/FollowUpLine';
import { BlockedNote } from './offers/BlockedNote';
import { useTrackedCard } from './useTrackedCard';

/** Card of a session in a phone's list; a tap opens its screen with all actions. */
export const PhoneCard = memo(function PhoneCard({ sessionId, isStop }: CardProps) {
  const session = useBoard((state) => state.sessions.get(sessionId));
  const id = useId();
  const { card, blocked } = useTrackedCard(sessionId, session, false);
  if (!session) return null;
  const activityLine = activityLineOf(session);
  const showsRequest = activityLine.about === 'request' && activityLine.text !== '';
  const away = session.machine?.away;
  return (
    <CardFrame
      session={session}
      id={id}
      activityLine={activityLine}
      card={card}
      blocked={blocked}
      isStop={isStop}
      className="card icon-text-end anchor frame"
      attributes={{ 'data-asks': showsRequest }}
    >
      <CardTime session={session} saysAgo />
      <div className="contents">
        <CardDoing id={`${id}state`} activityLine={activityLine} />
        <Badges session={session} links="none" />
      </div>
      <EndNotes session={session} />
      {away === undefined && <TakenWork session={session} />}
      {away === undefined && <BlockedNote session={session} />}
      {showsRequest && <CardRequest activityLine={activityLine} />}
      <FollowUpLine session={session} />
      <GrantFact session={session} />
      <CardFacts session={session} />
    </CardFrame>
  );
});

/** Request as plain text in a few lines; the session's screen has all of it. */
function CardRequest({ activityLine: { kind, text } }: { readonly activityLine: ActivityLine }) {
  return (
    <div className="request sunken" title={text}>
      {kind === 'code' ? (
        <pre className="request-text clips as-typed breaks" data-kind="code">
          <CodeText text={text} />
        </pre>
      ) : (
        <p className="request-text clips as-typed breaks" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
