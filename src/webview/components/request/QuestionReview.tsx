import { t } from '../../../shared/words/l10n';
import { plainProse } from '../../../shared/text/plainText';
import type { AskedQuestion } from '../../../shared/request/questions';
import { numbered } from '../../numbered';
import { Button } from '../Button';
import { answerTo, type FormDraft } from '../../decide/questionDraft';

interface Props {
  readonly questions: readonly AskedQuestion[];
  readonly form: FormDraft;
  readonly goTo: (step: number) => void;
}

/** Review of all questions and answers. */
export function QuestionReview({ questions, form, goTo }: Props) {
  return (
    <ul className="question-review stack gap-8" aria-label={t('Your answers')}>
      {numbered(questions).map(({ id: place, value: question }) => {
        const draft = form.questions[place];
        const answer = draft === undefined ? [] : answerTo(question, draft);
        return (
          <li key={place}>
            <p className="question-about muted as-typed" dir="auto">
              {question.text}
            </p>
            <p
              className="question-given bright bold as-typed"
              data-missing={answer.length === 0}
              dir="auto"
            >
              {answer.length === 0 ? t('Not answered yet') : plainProse(answer.join(', '), 20_000)}
            </p>
            <Button
              className="quiet"
              name={t('Change')}
              action={`change-${place}`}
              aria-label={t(
                'Change the Answer to {0}',
                question.header || t('question {0}', place + 1),
              )}
              onClick={() => goTo(place)}
            />
          </li>
        );
      })}
    </ul>
  );
}
