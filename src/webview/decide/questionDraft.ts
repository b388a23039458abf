import { fieldsOf, listOf, textOf } from '../../shared/text/fields';
import type { AskedQuestion } from '../../shared/request/questions';

/** What is chosen so far for one question. */
export interface QuestionDraft {
  /** Places of the chosen options. */
  readonly chosen: readonly number[];
  /** The person's own answer; it counts only while `own` is set. */
  readonly words: string;
  readonly own: boolean;
}

/** A form that somebody fills in. */
export interface FormDraft {
  /** The question that is on; after the last one comes the review. */
  readonly step: number;
  readonly questions: readonly QuestionDraft[];
}

export const untouched: QuestionDraft = { chosen: [], words: '', own: false };

/** What was kept of a form, as far as it fits these questions. */
export function formDraft(kept: unknown, questions: readonly AskedQuestion[]): FormDraft {
  const { step, questions: drafts } = fieldsOf(kept);
  const last = questions.length > 1 ? questions.length : 0;
  return {
    step: typeof step === 'number' && step >= 0 && step <= last ? Math.floor(step) : 0,
    questions: questions.map((question, place) => questionDraft(listOf(drafts)[place], question)),
  };
}

function questionDraft(kept: unknown, { options, multiple }: AskedQuestion): QuestionDraft {
  if (kept === undefined) return untouched;
  const { chosen, words, own } = fieldsOf(kept);
  const places = listOf(chosen).flatMap((place) =>
    typeof place === 'number' && options[place] !== undefined ? [place] : [],
  );
  const isOwn = own === true;
  return {
    chosen: multiple ? places : places.slice(0, isOwn ? 0 : 1),
    words: textOf(words),
    own: isOwn,
  };
}

/** An option is taken or, where several may be, given up again. */
export function choose(draft: QuestionDraft, place: number, multiple: boolean): QuestionDraft {
  if (!multiple) return { ...draft, chosen: [place], own: false };
  const chosen = draft.chosen.includes(place)
    ? draft.chosen.filter((one) => one !== place)
    : [...draft.chosen, place].sort((a, b) => a - b);
  return { ...draft, chosen };
}

/** The person answers in words, alone or, where several may be, beside what is chosen. */
export function chooseOwn(draft: QuestionDraft, own: boolean, multiple: boolean): QuestionDraft {
  return { ...draft, own, chosen: multiple ? draft.chosen : [] };
}

/** Who writes an answer means it. */
export function write(draft: QuestionDraft, words: string, multiple: boolean): QuestionDraft {
  return { ...chooseOwn(draft, words.trim() !== '', multiple), words };
}

/** The labels and words chosen, as the agent gets them; empty while there is no answer. */
export function answerTo(question: AskedQuestion, draft: QuestionDraft): readonly string[] {
  const labels = draft.chosen.flatMap((place) => question.options[place]?.value ?? []);
  const words = draft.own ? draft.words.trim() : '';
  return words === '' ? labels : [...labels, words];
}

/** One entry for each question; undefined while one of them has no answer. */
export function answersOf(
  questions: readonly AskedQuestion[],
  form: FormDraft,
): string[][] | undefined {
  const answers = questions.map((question, place) => [
    ...answerTo(question, form.questions[place] ?? untouched),
  ]);
  return answers.some((answer) => answer.length === 0) ? undefined : answers;
}
