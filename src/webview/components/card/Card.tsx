import { memo, useId } from 'react';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { isBlocked, lookOf } from '../../../shared/presentation';
import { doingOf } from '../../text/doing';
import { useBoard, usePage, useView } from '../../page';
import { TabIndex } from '../Button';
import { ArmedNote } from '../kept/ArmedNote';
import { KeptWords } from '../kept/KeptWords';
import { AnswerPanel } from '../request/AnswerPanel';
import { CardActions } from './CardActions';
import { CardDetails } from './CardDetails';
import { CardDoing } from './CardDoing';
import { CardFacts } from './CardFacts';
import { CardRequest } from './CardRequest';
import { PromptPanel } from '../prompt/PromptPanel';
import { StateIcon } from './StateIcon';
import { TimeInState } from './TimeInState';
import { Why } from './Why';

interface Props {
  readonly sessionId: string;
  /** True for the one card of its group that Tab stops at. */
  readonly isStop: boolean;
}

/** Card of a session, alike in every layout; its title is a button as large as the card. */
export const Card = memo(function Card({ sessionId, isStop }: Props) {
  const session = useBoard((state) => state.sessions.get(sessionId));
  const open = useView((state) => state.disclosed.has(`details/${sessionId}`));
  const explained = useView((state) => state.disclosed.has(`why/${sessionId}`));
  const columns = useView((state) => state.layout === 'columns');
  const { board } = usePage();
  const id = useId();
  if (!session) return null;
  const { agentState } = session;
  const doing = doingOf(session);
  const asks = doing.about === 'request' && doing.text !== '' && !open;
  return (
    <li className="slot">
      <TabIndex value={isStop ? 0 : -1}>
        <article
          className="card"
          data-session={sessionId}
          data-tone={lookOf(agentState).tone}
          data-blocked={isBlocked(agentState)}
          data-asks={asks}
          aria-labelledby={`${id}title`}
        >
          <span className="card-icon">
            <StateIcon name={lookOf(agentState).lucide} />
          </span>
          <h3 className="title" dir="auto" title={plainTitle(session.title, 1000)}>
            <button
              type="button"
              id={`${id}title`}
              className="open"
              data-action="open"
              aria-describedby={`${id}state`}
              tabIndex={isStop ? 0 : -1}
              onClick={() => board.post({ type: 'openTranscript', sessionId })}
            >
              {plainTitle(session.title) || t('Untitled session')}
            </button>
          </h3>
          <TimeInState since={session.stateSince} past={agentState.group === 'delivered'} />
          <CardDoing id={`${id}state`} doing={doing} />
          {asks && <CardRequest doing={doing} />}
          <AnswerPanel session={session} isOpen={columns || open} />
          <KeptWords session={session} />
          <PromptPanel session={session} />
          <CardFacts session={session} />
          {open && <CardDetails id={`${id}details`} session={session} />}
          {(open || explained) && <Why session={session} />}
          <ArmedNote session={session} />
          <CardActions session={session} detailsId={`${id}details`} />
        </article>
      </TabIndex>
    </li>
  );
});
