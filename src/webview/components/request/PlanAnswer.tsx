import { t } from '../../../shared/words/l10n';
import { decideOn, showRest } from '../../decide/decide';
import { usePage } from '../../page';
import { requestPieces } from '../../decide/sight';
import { RequestFields } from '../card/RequestInFull';
import { Button } from '../Button';
import { MessageForm } from './MessageForm';
import { TerminalChoice } from './TerminalChoice';
import type { AnswerProps } from './ToolAnswer';
import { useMessage } from './useMessage';

/** A plan and the buttons to answer it. */
export function PlanAnswer({ session, request, call, notYet }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const message = useMessage(session);
  const unseen = notYet(requestPieces);
  const approve = (acceptEdits: boolean) => () =>
    void (
      decideOn(page, session, { kind: 'approve', acceptEdits }, 'pointer') || showRest(page, call)
    );
  return (
    <>
      <RequestFields request={request} />
      <fieldset className="answer-buttons" aria-label={t('Answer the plan')}>
        <Button
          name={t('Approve')}
          action="answer"
          primary
          notYet={unseen}
          onClick={approve(false)}
        />
        <Button
          name={t('Request Changes…')}
          action="reply"
          shortcut="S"
          aria-expanded={message.open}
          onClick={message.toggle}
        />
        <Button
          name={t('Review in Editor')}
          action="reviewPlan"
          shortcut="V"
          onClick={() => page.board.post({ type: 'reviewPlan', sessionId })}
        />
        <Button
          name={t('Approve with Automatic Edits')}
          action="approveEdits"
          title={unseen ?? t('The session then edits files without asking')}
          notYet={unseen}
          onClick={approve(true)}
        />
        <TerminalChoice sessionId={sessionId} call={call} />
      </fieldset>
      {message.open && (
        <MessageForm
          session={session}
          message={message}
          label={t('What the plan should do instead')}
          send={t('Request Changes')}
        />
      )}
    </>
  );
}
