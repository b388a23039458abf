import { useMemo, useState } from 'react';
import { t } from '../../../shared/l10n';
import { askedQuestions } from '../../../shared/questions';
import { decideOn } from '../../decide';
import { answerDraft } from '../../drafts';
import { useDraft, usePage } from '../../page';
import { formDraft } from '../../questionDraft';
import { RequestFields } from '../RequestInFull';
import { Choice } from './Choice';
import { MessageForm } from './MessageForm';
import { TerminalChoice } from './TerminalChoice';
import { QuestionForm } from './QuestionForm';
import type { AnswerProps } from './ToolAnswer';

/** The agent's questions as a form, and the ways around it. */
export function QuestionAnswer({ session, request, call, reachable }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const [replying, setReplying] = useState(false);
  const questions = useMemo(() => askedQuestions(request.toolInput), [request.toolInput]);
  const key = answerDraft(sessionId, questions.map(({ text }) => text).join('\n'));
  const kept = useDraft(key);
  const tabIndex = reachable ? 0 : -1;
  return (
    <>
      {questions.length > 0 && (
        <QuestionForm
          questions={questions}
          form={formDraft(kept, questions)}
          tabIndex={tabIndex}
          onChange={(form) => page.drafts.keep(key, form)}
          onSend={(answers) => decideOn(page, session, { kind: 'answer', answers }, 'pointer')}
        />
      )}
      <RequestFields
        request={request}
        tabIndex={tabIndex}
        isShown={({ kind }) => kind !== 'choices'}
      />
      <div className="answer-buttons answer-aside">
        <Choice
          name={t('Reply Instead…')}
          action="reply"
          shortcut="S"
          expanded={replying}
          tabIndex={tabIndex}
          run={() => setReplying(!replying)}
        />
        <TerminalChoice sessionId={sessionId} call={call} tabIndex={tabIndex} />
      </div>
      {replying && (
        <MessageForm
          session={session}
          label={t('What the agent should know or do, without an answer to its questions')}
          send={t('Send')}
          onClose={() => setReplying(false)}
        />
      )}
    </>
  );
}
