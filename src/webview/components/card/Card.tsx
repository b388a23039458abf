import { memo, useId } from 'react';
import { activityLineOf } from '../../../shared/board/activityLine';
import { isShownCompletelyOnCard } from '../../../shared/board/toldOnCard';
import { useBoard, usePage } from '../../page';
import { GrantFact } from '../grants/GrantFact';
import { CardAnswer } from './answer/CardAnswer';
import { Badges } from './Badges';
import { CardActions } from './CardActions';
import { CardDoing } from './CardDoing';
import { CardFrame } from './CardFrame';
import { EndNotes } from './EndNotes';
import { CardFacts } from './facts/CardFacts';
import { CardTime } from './facts/CardTime';
import { FollowUpLine } from './facts/FollowUpLine';
import { useIsShownBeside } from './openCard';
import { useTrackedCard } from './useTrackedCard';

export interface CardProps {
  readonly sessionId: string;
  /** True for the card of its group that is the tab stop. */
  readonly isStop: boolean;
}

/**
 * Card of fixed height, the same in every layout, for choosing a session; the pane shows the
 * details and actions.
 */
export const Card = memo(function Card({ sessionId, isStop }: CardProps) {
  const sessionOnBoard = useBoard((state) => state.sessions.get(sessionId));
  const lastState = useBoard((state) => state.leftSessions.get(sessionId));
  const session = sessionOnBoard ?? lastState;
  const { board, view } = usePage();
  const isShownBeside = useIsShownBeside();
  const id = useId();
  const { card, blocked } = useTrackedCard(sessionId, session, false);
  if (!session) return null;
  const activityLine = activityLineOf(session);
  const isTold = isShownCompletelyOnCard(session);
  return (
    <CardFrame
      session={session}
      id={id}
      activityLine={activityLine}
      card={card}
      blocked={blocked}
      isStop={isStop}
      className="card fixed-card icon-text-end anchor frame"
      attributes={{ 'data-left': sessionOnBoard === undefined }}
      button={{
        onDoubleClick: () => board.post({ type: 'openTranscript', sessionId }),
        // While the pane is beside the lists, focusing the card has already chosen its session, so
        // Enter moves the focus to the pane.
        onKeyDown: ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
          if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey) return;
          if (view.state.get().paneAt !== 'beside') return;
          view.change({ focusTarget: { sessionId, action: 'title', isInPane: true } });
        },
      }}
    >
      <CardDoing id={`${id}state`} activityLine={activityLine} isPiece={isTold} />
      <FollowUpLine session={session} isLine />
      <div className="quiet-line across gap-8 shrinks clips one-line">
        <EndNotes session={session} />
        <Badges session={session} links={isShownBeside ? 'none' : 'editor'} />
        <CardFacts session={session} />
        <FollowUpLine session={session} />
        <GrantFact session={session} />
        <CardTime session={session} saysAgo={false} />
      </div>
      {sessionOnBoard !== undefined && (
        <CardAnswer session={session} sentence={isTold ? activityLine.text : undefined} />
      )}
      {sessionOnBoard !== undefined && <CardActions session={session} />}
    </CardFrame>
  );
});
