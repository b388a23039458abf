import { useMemo } from 'react';
import { requestParts } from '../../../../shared/request/requestParts';
import { planMessage } from '../../../../shared/text/planMessage';
import { counted, t } from '../../../../shared/words/l10n';
import { decideOn } from '../../../decide/decide';
import { useHasEditor, usePage } from '../../../page';
import { requestPieces } from '../../../decide/sight';
import { RequestFields } from '../../card/RequestInFull';
import { Button } from '../../Button';
import { AnswerButtons } from '../AnswerButtons';
import { MessageForm } from '../MessageForm';
import { PlanNotes } from './planNotes';
import { TerminalChoice } from '../TerminalChoice';
import type { AnswerProps } from '../ToolAnswer';
import { useMessage } from '../useMessage';
import { useShownDraft } from '../../../typing/useField';

/**
 * A plan and the buttons to answer it. Without an editor in which the plan can be reviewed, its
 * lines can be commented on here.
 */
export function PlanAnswer({ session, request, call, notYet }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const hasEditor = useHasEditor();
  const message = useMessage(session);
  const { notes, change } = message;
  const text = useMemo(
    () =>
      requestParts(request.toolName, request.toolInput).find(({ kind }) => kind === 'plan')?.text,
    [request.toolName, request.toolInput],
  );
  const written = notes.filter(({ words }) => words.trim() !== '');
  const wholeMessage = (remark: string): string => {
    const comments = written.map(({ words, ...lines }) => ({ ...lines, texts: [words] }));
    const plan = text ?? '';
    return planMessage({ plan, text: plan, comments, remark }) ?? '';
  };
  const notYetReason = notYet(requestPieces);
  const approve = (acceptEdits: boolean) => () =>
    void decideOn(page, session, { kind: 'approve', acceptEdits }, 'pointer');
  return (
    <>
      <PlanNotes
        value={hasEditor ? undefined : { notes, onChange: (next) => change({ notes: next }) }}
      >
        <RequestFields request={request} />
      </PlanNotes>
      {written.length > 0 && <NotesCount draft={message.key} count={written.length} />}
      <AnswerButtons
        name={t('Answer the plan')}
        unread={notYetReason === undefined ? undefined : t('Approve')}
      >
        <Button
          name={t('Approve')}
          action="answer"
          primary
          notYet={notYetReason}
          onClick={approve(false)}
        />
        <Button
          name={t('Request Changes…')}
          action="reply"
          aria-expanded={message.open}
          onClick={message.toggle}
        />
        {hasEditor && (
          <>
            <Button
              name={t('Review in Editor')}
              action="reviewPlan"
              onClick={() => page.board.post({ type: 'reviewPlan', sessionId })}
            />
            <Button
              name={t('Approve with Automatic Edits')}
              action="approveEdits"
              title={notYetReason ?? t('The session then edits files without asking')}
              notYet={notYetReason}
              onClick={approve(true)}
            />
          </>
        )}
        <TerminalChoice sessionId={sessionId} call={call} />
      </AnswerButtons>
      {message.open && (
        <MessageForm
          session={session}
          message={message}
          label={t('What the plan should do instead')}
          send={t('Request Changes')}
          whole={wholeMessage}
        />
      )}
    </>
  );
}

interface NotesCountProps {
  /** Draft that contains the comments. */
  readonly draft: string;
  readonly count: number;
}

/**
 * Number of comments; registers the draft as shown, so that the comments are not offered as unsent
 * text.
 */
function NotesCount({ draft, count }: NotesCountProps) {
  useShownDraft(draft);
  return (
    <p className="answer-note small muted">
      {counted(
        count,
        'Your comment goes with “Request Changes”.',
        'Your {0} comments go with “Request Changes”.',
      )}
    </p>
  );
}
