import { Check } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../../shared/words/l10n';
import type { AskedQuestion } from '../../../shared/request/questions';
import {
  answerTo,
  answersOf,
  type FormDraft,
  type QuestionDraft,
} from '../../decide/questionDraft';
import { fieldKey } from '../../typing/draftKeys';
import { numbered } from '../../numbered';
import { Button, useTabIndex } from '../Button';
import { QuestionFields } from './QuestionFields';
import { QuestionReview } from './QuestionReview';

interface Props {
  /** Key of the form's draft. */
  readonly draft: string;
  /** Not empty. */
  readonly questions: readonly AskedQuestion[];
  readonly form: FormDraft;
  readonly onChange: (form: FormDraft) => void;
  readonly onSend: (answers: string[][]) => void;
}

/** Form with one question at a time; several questions are reviewed before they are sent. */
export function QuestionForm({ draft, questions, form, onChange, onSend }: Props) {
  const { step } = form;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const moved = useRef(false);
  const answers = answersOf(questions, form);
  const question = questions[step];
  const last = questions.length === 1 || question === undefined;
  const goTo = (next: number) => {
    moved.current = true;
    onChange({ ...form, step: next });
  };
  // Moves the focus only after the person changed the step.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const wanted = 'input:checked, [data-action="answer"]';
    element.current?.querySelector<HTMLElement>(wanted)?.focus();
  });
  const change = (draft: QuestionDraft) =>
    onChange({ ...form, questions: form.questions.with(step, draft) });
  return (
    <form
      ref={element}
      className="question-form stack gap-8 sunken"
      aria-label={t('Questions')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!last) goTo(step + 1);
        else if (answers !== undefined) onSend(answers);
      }}
    >
      {questions.length > 1 && <Steps questions={questions} form={form} goTo={goTo} />}
      {question === undefined ? (
        <QuestionReview questions={questions} form={form} goTo={goTo} />
      ) : (
        <QuestionFields
          key={step}
          field={fieldKey(draft, step)}
          question={question}
          draft={form.questions[step]}
          onChange={change}
        />
      )}
      <div className="answer-buttons across wraps gap-4-6">
        {step > 0 && <Button name={t('Back')} action="back" onClick={() => goTo(step - 1)} />}
        <Button
          type="submit"
          primary
          name={submitName(questions.length, step)}
          action={question === undefined ? 'answer' : 'next'}
          disabled={last && answers === undefined}
          aria-describedby={last && answers === undefined ? `${id}missing` : undefined}
        />
        {question === undefined && answers === undefined && (
          <output id={`${id}missing`} className="answer-note small muted">
            {t('Some questions have no answer yet.')}
          </output>
        )}
      </div>
    </form>
  );
}

function submitName(count: number, step: number): string {
  if (count === 1) return t('Send Answer');
  if (step === count) return t('Send Answers');
  return step === count - 1 ? t('Review') : t('Next');
}

type StepsProps = Pick<Props, 'questions' | 'form'> & {
  readonly goTo: (step: number) => void;
};

/** Steps of the form, with the current and completed ones marked. */
function Steps({ questions, form, goTo }: StepsProps) {
  const tabIndex = useTabIndex();
  return (
    <ol className="question-steps flows gap-4" aria-label={t('Steps')}>
      {numbered(questions).map(({ id: place, value: question }) => {
        const draft = form.questions[place];
        const done = draft !== undefined && answerTo(question, draft).length > 0;
        return (
          <li key={place} className="shrinks">
            <button
              type="button"
              className="question-step across gap-4 muted"
              data-action={`step-${place}`}
              aria-current={form.step === place ? 'step' : undefined}
              tabIndex={tabIndex}
              onClick={() => goTo(place)}
            >
              {done && <Check className="icon" aria-hidden="true" />}
              <span className="ellipsis">{question.header || t('Question {0}', place + 1)}</span>
              {done && <span className="visually-hidden">{t(', answered')}</span>}
            </button>
          </li>
        );
      })}
      <li className="shrinks">
        <button
          type="button"
          className="question-step across gap-4 muted"
          data-action="step-review"
          aria-current={form.step === questions.length ? 'step' : undefined}
          tabIndex={tabIndex}
          onClick={() => goTo(questions.length)}
        >
          {t('Review')}
        </button>
      </li>
    </ol>
  );
}
