import { t } from '../../../shared/words/l10n';
import { decideOn, showRest } from '../../decide/decide';
import { usePage } from '../../page';
import { requestPieces } from '../../decide/sight';
import { RequestFields } from '../card/RequestInFull';
import { Choice } from './Choice';
import { MessageForm } from './MessageForm';
import { TerminalChoice } from './TerminalChoice';
import type { AnswerProps } from './ToolAnswer';
import { useMessage } from './useMessage';

/** The plan, and the ways to answer it. */
export function PlanAnswer({ session, request, call, reachable, notYet }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const message = useMessage(session);
  const tabIndex = reachable ? 0 : -1;
  const unseen = notYet(requestPieces);
  const approve = (acceptEdits: boolean) => () =>
    void (
      decideOn(page, session, { kind: 'approve', acceptEdits }, 'pointer') || showRest(page, call)
    );
  return (
    <>
      <RequestFields request={request} tabIndex={tabIndex} />
      <fieldset className="answer-buttons" aria-label={t('Answer the plan')}>
        <Choice
          name={t('Approve')}
          action="answer"
          primary
          notYet={unseen}
          tabIndex={tabIndex}
          run={approve(false)}
        />
        <Choice
          name={t('Approve, Accept Edits')}
          action="approveEdits"
          notYet={unseen}
          tabIndex={tabIndex}
          run={approve(true)}
        />
        <Choice
          name={t('Send Back…')}
          action="reply"
          shortcut="S"
          expanded={message.open}
          tabIndex={tabIndex}
          run={message.toggle}
        />
        <Choice
          name={t('Review in Editor')}
          action="reviewPlan"
          shortcut="V"
          tabIndex={tabIndex}
          run={() => page.board.post({ type: 'reviewPlan', sessionId })}
        />
        <TerminalChoice sessionId={sessionId} call={call} tabIndex={tabIndex} />
      </fieldset>
      {message.open && (
        <MessageForm
          session={session}
          message={message}
          label={t('What the plan should do instead')}
          send={t('Send Back')}
        />
      )}
    </>
  );
}
