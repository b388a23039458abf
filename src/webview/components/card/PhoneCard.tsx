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
import { useFollowedCard } from './useFollowedCard';

/** Card of a session in a phone's list; a tap opens its screen with all actions. */
export const PhoneCard = memo(function PhoneCard({ sessionId, isStop }: CardProps) {
  const session = useBoard((state) => state.sessions.get(sessionId));
  const id = useId();
  const { card, blocked } = useFollowedCard(sessionId, session, false);
  if (!session) return null;
  const doing = activityLineOf(session);
  const asks = doing.about === 'request' && doing.text !== '';
  const away = session.machine?.away;
  return (
    <CardFrame
      session={session}
      id={id}
      doing={doing}
      card={card}
      blocked={blocked}
      isStop={isStop}
      className="card icon-text-end anchor frame"
      attributes={{ 'data-asks': asks }}
    >
      <CardTime session={session} saysAgo />
      <div className="contents">
        <CardDoing id={`${id}state`} doing={doing} />
        <Badges session={session} links="none" />
      </div>
      <EndNotes session={session} />
      {away === undefined && <TakenWork session={session} />}
      {away === undefined && <BlockedNote session={session} />}
      {asks && <CardRequest doing={doing} />}
      <FollowUpLine session={session} />
      <GrantFact session={session} />
      <CardFacts session={session} />
    </CardFrame>
  );
});

/** Request as plain text in a few lines; the session's screen has all of it. */
function CardRequest({ doing: { kind, text } }: { readonly doing: ActivityLine }) {
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
