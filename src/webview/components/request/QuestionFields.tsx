import { useId, type KeyboardEvent } from 'react';
import { t } from '../../../shared/words/l10n';
import type { AskedQuestion, QuestionOption } from '../../../shared/request/questions';
import {
  chooseOption,
  chooseTypedAnswer,
  emptyQuestionDraft,
  typeAnswer,
  type QuestionDraft,
} from '../../decide/questionDraft';
import { numbered } from '../../numbered';
import { useHasEditor } from '../../page';
import { useTabIndex } from '../Button';
import { useField } from '../../typing/useField';

interface Props {
  /** Key of the field for a typed answer. */
  readonly field: string;
  readonly question: AskedQuestion;
  readonly draft: QuestionDraft | undefined;
  readonly onChange: (draft: QuestionDraft) => void;
}

/** A question with its options and a field for a typed answer, all as plain text. */
export function QuestionFields({ field, question, draft = emptyQuestionDraft, onChange }: Props) {
  const { text, options, multiple } = question;
  const id = useId();
  const tabIndex = useTabIndex();
  const hasEditor = useHasEditor();
  const own = useField<HTMLTextAreaElement>(field);
  const type = multiple ? 'checkbox' : 'radio';
  const shown = previewedOption(options, draft);
  return (
    <fieldset className="question stack gap-2">
      <legend className="question-text bright bold as-typed" dir="auto">
        {text}
        {multiple && <span className="muted regular"> {t('Select one or more.')}</span>}
      </legend>
      {numbered(options).map(({ id: place, value: { label, description } }) => (
        <label key={place} className="question-option icon-text gap-7 rounded">
          <input
            type={type}
            name={`${id}choice`}
            data-action={place === 0 ? 'answer' : `option-${place}`}
            checked={draft.chosen.includes(place)}
            tabIndex={tabIndex}
            aria-labelledby={`${id}label${place}`}
            aria-describedby={description === '' ? undefined : `${id}about${place}`}
            onChange={() => onChange(chooseOption(draft, place, multiple))}
          />
          <span className="question-words stack" dir="auto">
            <span id={`${id}label${place}`} className="bright">
              {label}
            </span>
            {description !== '' && (
              <span id={`${id}about${place}`} className="question-about muted as-typed">
                {description}
              </span>
            )}
          </span>
        </label>
      ))}
      <div className="question-option icon-text gap-7 rounded">
        <input
          id={`${id}own`}
          type={type}
          name={`${id}choice`}
          data-action={options.length === 0 ? 'answer' : 'own'}
          checked={draft.own}
          tabIndex={tabIndex}
          onChange={({ target }) => onChange(chooseTypedAnswer(draft, target.checked, multiple))}
        />
        <span className="question-words stack">
          <label htmlFor={`${id}own`} className="bright">
            {t('Other')}
          </label>
          <textarea
            ref={own}
            className="answer-words"
            data-action="ownWords"
            rows={1}
            dir="auto"
            aria-label={t('Your own answer')}
            placeholder={t('In your own words')}
            value={draft.words}
            tabIndex={tabIndex}
            onChange={({ target }) => onChange(typeAnswer(draft, target.value, multiple))}
            onFocus={() => onChange(draft)}
            onKeyDown={hasEditor ? submitOnEnter : undefined}
          />
        </span>
      </div>
      {shown !== undefined && (
        <figure className="question-preview lined rounded on-page">
          <figcaption className="muted">{t('Preview: {0}', shown.label)}</figcaption>
          <pre className="part-code shrinks code-size mono as-typed breaks" dir="auto">
            {shown.preview}
          </pre>
        </figure>
      )}
    </fieldset>
  );
}

/** Submits the form on Enter, as in a single-line field; Shift+Enter starts a line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The option whose preview is shown: the one chosen last, or the first with a preview. */
function previewedOption(
  options: readonly QuestionOption[],
  { chosen, own }: QuestionDraft,
): QuestionOption | undefined {
  const last = options[chosen.at(-1) ?? -1];
  if (last !== undefined) return last.preview === '' ? undefined : last;
  return own ? undefined : options.find(({ preview }) => preview !== '');
}
