import { memo, useId } from 'react';
import { plainLine, plainText } from '../../shared/plainText';
import { isBlocked, lookOf } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol';
import { detailOf } from '../detail';
import { useBoard, usePage, useView } from '../page';
import { CardActions } from './CardActions';
import { CardDetail } from './CardDetail';
import { CardFacts } from './CardFacts';
import { StateBadge } from './StateBadge';
import { Subagents } from './Subagents';
import { TimeInState } from './TimeInState';
import { Why } from './Why';

interface Props {
  readonly sessionId: string;
  /** Whether Tab stops at this card: one of each column. */
  readonly isStop: boolean;
}

/** One session. The title is the button, and its target is the whole card. */
export const Card = memo(function Card({ sessionId, isStop }: Props) {
  const session = useBoard((state) => state.sessions.get(sessionId));
  const explained = useView((state) => state.disclosed.has(`why/${sessionId}`));
  const { board } = usePage();
  const id = useId();
  if (!session) return null;
  const { agentState } = session;
  const detail = detailOf(session);
  const title = plainLine(session.title) || 'Untitled session';
  return (
    <li className="slot">
      <article
        className="card"
        data-session={sessionId}
        data-tone={lookOf(agentState).tone}
        data-blocked={isBlocked(agentState)}
        aria-labelledby={`${id}title`}
      >
        <div className="card-top">
          <StateBadge id={`${id}state`} state={agentState} />
          <TimeInState since={session.stateSince} past={agentState.group === 'delivered'} />
        </div>
        <h3 className="title" dir="auto" title={plainText(session.title, 1000)}>
          <button
            type="button"
            id={`${id}title`}
            className="open"
            data-action="open"
            aria-describedby={`${id}state`}
            aria-keyshortcuts="?"
            tabIndex={isStop ? 0 : -1}
            onClick={() => board.post({ type: 'openTranscript', sessionId })}
          >
            {title}
          </button>
        </h3>
        {detail && <CardDetail detail={detail} />}
        <LastPrompt session={session} title={title} />
        <Subagents sessionId={sessionId} subagents={session.subagents} reachable={isStop} />
        <CardFacts session={session} />
        {explained && <Why id={`${id}why`} session={session} />}
        <CardActions session={session} whyId={`${id}why`} reachable={isStop} />
      </article>
    </li>
  );
});

function LastPrompt({ session, title }: { readonly session: LiveSession; readonly title: string }) {
  const prompt = plainLine(session.lastPrompt ?? '');
  if (prompt === '' || prompt.startsWith(title.replace(/…$/, ''))) return null;
  return (
    <p className="prompt" dir="auto" title={prompt}>
      <span className="visually-hidden">Last prompt: </span>
      {prompt}
    </p>
  );
}
