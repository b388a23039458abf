import { useMemo } from 'react';
import { fieldsOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { askedQuestions } from '../../../shared/request/questions';
import { decideOn } from '../../decide/decide';
import { useDraft, usePage } from '../../page';
import { formDraft } from '../../decide/questionDraft';
import { RequestFields } from '../card/RequestInFull';
import { requestContentHash, draftKey } from '../../typing/draftKeys';
import { useShownDraft } from '../../typing/useField';
import { Button } from '../Button';
import { MessageForm } from './MessageForm';
import { TerminalChoice } from './TerminalChoice';
import { QuestionForm } from './QuestionForm';
import type { AnswerProps } from './ToolAnswer';
import { useMessage } from './useMessage';

/** The agent's questions as a form, with the other ways to respond. */
export function QuestionAnswer({ session, request, call }: AnswerProps) {
  const { sessionId, title, pendingRequest } = session;
  const page = usePage();
  const message = useMessage(session);
  const questions = useMemo(() => askedQuestions(request.toolInput), [request.toolInput]);
  const key = draftKey('form', sessionId, requestContentHash(pendingRequest ?? request));
  const kept = fieldsOf(useDraft(key))['form'];
  useShownDraft(key);
  return (
    <>
      {questions.length > 0 && (
        <QuestionForm
          draft={key}
          questions={questions}
          form={formDraft(kept, questions)}
          onChange={(form) => page.drafts.store(key, { form, title })}
          onSend={(answers) => decideOn(page, session, { kind: 'answer', answers }, 'pointer')}
        />
      )}
      <RequestFields request={request} isShown={({ kind }) => kind !== 'choices'} />
      <div className="answer-buttons answer-aside across wraps gap-4-6">
        <Button
          name={t('Reply with a Message…')}
          action="reply"
          aria-expanded={message.open}
          onClick={message.toggle}
        />
        <TerminalChoice sessionId={sessionId} call={call} />
      </div>
      {message.open && (
        <MessageForm
          session={session}
          message={message}
          label={t('What the agent should know or do instead of an answer to its questions')}
          send={t('Send')}
        />
      )}
    </>
  );
}
