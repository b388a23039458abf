import { useRef } from 'react';
import { cardLookOf } from '../../../shared/board/displayLooks';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { layerLabel } from '../../../shared/board/texts/displayText';
import { labelOf } from '../../../shared/board/sessionNames';
import { t } from '../../../shared/words/l10n';
import { isOfferedOnPage } from '../../../shared/actions/pageActions';
import { cardActions } from '../../actions';
import { Button } from '../../components/Button';
import { Badges } from '../../components/card/Badges';
import { TakenWork } from '../../components/card/collisions/Collisions';
import { StateIcon } from '../../components/card/StateIcon';
import { EndNotes } from '../../components/card/EndNotes';
import { TimeInState } from '../../components/card/facts/TimeInState';
import { GrantList } from '../../components/grants/GrantList';
import { UnsentAnswers } from '../../components/kept/UnsentAnswers';
import { HostGuard } from '../../components/HostGuard';
import { ThenList } from '../../components/prompt/ThenList';
import { PromptPanel } from '../../components/prompt/PromptPanel';
import { AnswerPanel } from '../../components/request/AnswerPanel';
import { EditView } from '../../components/request/editView';
import { EditDiff } from '../../diff/EditDiff';
import { useFocusTarget } from '../../keys/useFocusTarget';
import { useBoard, usePage } from '../../page';
import { useReader } from '../reader';
import { useBarFocus } from '../useBarFocus';

/**
 * The session's open request, or the prompt box. It uses the components of the card; a subagent's
 * transcript shows only the subagent's own requests.
 */
export function SessionBar() {
  const { sessionId, agentId } = useReader().host.start.target;
  const session = useBoard(({ sessions }) => sessions.get(sessionId));
  const bar = useRef<HTMLDivElement>(null);
  useFocusTarget(bar);
  const focus = useBarFocus(bar);
  const isShown = agentId === undefined || session?.pendingRequest?.agentId === agentId;
  return (
    <div ref={bar} className="bar-place" {...focus}>
      {session !== undefined && isShown && (
        <HostGuard>
          <Bar session={session} isSubagent={agentId !== undefined} />
        </HostGuard>
      )}
    </div>
  );
}

interface Props {
  readonly session: LiveSession;
  readonly isSubagent: boolean;
}

function Bar({ session, isSubagent }: Props) {
  const { agentState, pendingRequest, stateSince } = session;
  const isStale = useBoard(({ connection }) => connection !== 'live');
  const look = cardLookOf(session);
  const state = labelOf(session);
  const delivered = layerLabel(session);
  return (
    <section
      className="session-bar stack"
      data-session={session.sessionId}
      data-tone={look.tone}
      data-stale={isStale}
      aria-label={t('Answer the session')}
    >
      <h2 className="visually-hidden">{t('Answer the session')}</h2>
      <div className="bar-top across gap-8">
        <h3
          className="bar-title across small bright bold rounded gap-6"
          data-action="open"
          tabIndex={-1}
        >
          <StateIcon name={look.lucide} />
          <span className="ellipsis" dir="auto" title={delivered === undefined ? undefined : state}>
            {delivered ?? state}
            {delivered !== undefined && <span className="visually-hidden">{`. ${state}`}</span>}
          </span>
        </h3>
        <TimeInState since={stateSince} past={agentState.group === 'delivered'} />
        {!isSubagent && (
          <>
            <Badges session={session} links="editor" />
            <BarActions session={session} />
          </>
        )}
      </div>
      <div className="bar-parts stack">
        <EndNotes session={session} />
        {!isSubagent && <TakenWork session={session} />}
        <EditView value={EditDiff}>
          <AnswerPanel session={session} />
        </EditView>
        {!isSubagent && (
          <>
            <UnsentAnswers session={session} />
            <ThenList session={session} />
            <GrantList grants={session.grants} isReadOnly={session.machine !== undefined} />
            <PromptPanel session={session} isOpen={pendingRequest === undefined} />
          </>
        )}
      </div>
    </section>
  );
}

/** Buttons to interrupt the turn, or to retry a failed one, now or when a limit has reset. */
function BarActions({ session }: Pick<Props, 'session'>) {
  const page = usePage();
  const state = useBoard((board) => board);
  return cardActions
    .filter((action) => action.reader === 'button' && isOfferedOnPage(action, session, state))
    .map((action) => (
      <Button
        key={action.id}
        name={action.nameFor(session)}
        action={action.id}
        onClick={() => action.run(page, session)}
      />
    ));
}
