import { useEffect, type ReactNode } from 'react';
import { formatModel } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainProse, plainTitle } from '../../../shared/text/plainText';
import type { LiveSession, SessionDetails } from '../../../shared/protocol/protocol';
import { useAnswers, usePage } from '../../page';
import { ChangedFiles } from './ChangedFiles';
import { ContextDetail } from './ContextDetail';
import { CostDetail } from './CostDetail';
import { LastHour } from './LastHour';
import { RequestInFull } from './RequestInFull';
import { Subagents } from './Subagents';
import { TaskList } from './TaskList';

interface Props {
  readonly id: string;
  readonly session: LiveSession;
  /** Whether Tab reaches what is in it. */
  readonly reachable: boolean;
}

/** All that is known of a session, in place. */
export function CardDetails({ id, session, reachable }: Props) {
  const { sessionId, subagents, model } = session;
  const details = useDetails(session);
  const prompt = plainProse(session.lastPrompt ?? '');
  return (
    <div id={id} className="details">
      <RequestInFull session={session} />
      <Detail name={t('Last prompt')} isKnown={prompt !== ''}>
        <p className="detail-prompt" dir="auto">
          {prompt}
        </p>
      </Detail>
      <Detail name={t('Tasks')} isKnown={details !== undefined && details.tasks.length > 0}>
        <TaskList tasks={details?.tasks ?? []} />
      </Detail>
      <Detail name={t('Subagents')} isKnown={subagents.length > 0}>
        <Subagents sessionId={sessionId} subagents={subagents} reachable={reachable} />
      </Detail>
      <Detail name={t('Files')} isKnown={details !== undefined && details.changes.length > 0}>
        <ChangedFiles session={session} changes={details?.changes ?? []} />
      </Detail>
      <Detail name={t('Context')} isKnown={session.contextWindow.sizeTokens > 0}>
        <ContextDetail context={session.contextWindow} />
      </Detail>
      <Detail name={t('Cost')} isKnown={session.tokens.total > 0}>
        <CostDetail session={session} details={details} />
      </Detail>
      <Detail name={t('Model')} isKnown={model !== undefined}>
        {formatModel(plainTitle(model ?? '', 60))}
      </Detail>
      <Detail name={t('Last hour')} isKnown={details !== undefined && details.recent.length > 0}>
        <LastHour recent={details?.recent ?? []} />
      </Detail>
    </div>
  );
}

/** Asked for while somebody looks, and again when the session changed. */
function useDetails(session: LiveSession): SessionDetails | undefined {
  const { sessionId } = session;
  const { answers } = usePage().board;
  useEffect(() => answers.wantDetails(session), [answers, session]);
  useEffect(() => () => answers.leaveDetails(sessionId), [answers, sessionId]);
  return useAnswers((state) => state.details.get(sessionId));
}

interface DetailProps {
  readonly name: string;
  readonly isKnown: boolean;
  readonly children: ReactNode;
}

function Detail({ name, isKnown, children }: DetailProps) {
  if (!isKnown) return null;
  return (
    <div className="detail">
      <h4 className="detail-name">{name}</h4>
      <div className="detail-body">{children}</div>
    </div>
  );
}
