import { fieldsOf, listOf, textOf } from '../../shared/text/fields';
import type { AskedQuestion } from '../../shared/request/questions';

/** Draft of the answer to one question. */
export interface QuestionDraft {
  /** Indexes of the chosen options. */
  readonly chosen: readonly number[];
  /** Typed answer; used only while `own` is true. */
  readonly words: string;
  readonly own: boolean;
}

/** Draft of a form. */
export interface FormDraft {
  /** Index of the current question; the review follows the last one. */
  readonly step: number;
  readonly questions: readonly QuestionDraft[];
}

export const emptyQuestionDraft: QuestionDraft = { chosen: [], words: '', own: false };

/** Restores a draft as far as it matches the questions. */
export function formDraft(kept: unknown, questions: readonly AskedQuestion[]): FormDraft {
  const { step, questions: drafts } = fieldsOf(kept);
  const last = questions.length > 1 ? questions.length : 0;
  return {
    step: typeof step === 'number' && step >= 0 && step <= last ? Math.floor(step) : 0,
    questions: questions.map((question, place) => questionDraft(listOf(drafts)[place], question)),
  };
}

function questionDraft(kept: unknown, { options, multiple }: AskedQuestion): QuestionDraft {
  if (kept === undefined) return emptyQuestionDraft;
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

/** Chooses an option; with `multiple`, toggles it. */
export function chooseOption(
  draft: QuestionDraft,
  place: number,
  multiple: boolean,
): QuestionDraft {
  if (!multiple) return { ...draft, chosen: [place], own: false };
  const chosen = draft.chosen.includes(place)
    ? draft.chosen.filter((one) => one !== place)
    : [...draft.chosen, place].sort((a, b) => a - b);
  return { ...draft, chosen };
}

/** Chooses the typed answer; with `multiple`, in addition to the options. */
export function chooseTypedAnswer(
  draft: QuestionDraft,
  own: boolean,
  multiple: boolean,
): QuestionDraft {
  return { ...draft, own, chosen: multiple ? draft.chosen : [] };
}

/** Changes the typed answer, which also chooses it. */
export function typeAnswer(draft: QuestionDraft, words: string, multiple: boolean): QuestionDraft {
  return { ...chooseTypedAnswer(draft, words.trim() !== '', multiple), words };
}

/** Chosen labels and the typed text in the agent's format; empty without an answer. */
export function answerTo(question: AskedQuestion, draft: QuestionDraft): readonly string[] {
  const labels = draft.chosen.flatMap((place) => question.options[place]?.value ?? []);
  const words = draft.own ? draft.words.trim() : '';
  return words === '' ? labels : [...labels, words];
}

/** Answers to all questions; undefined if one is missing. */
export function answersOf(
  questions: readonly AskedQuestion[],
  form: FormDraft,
): string[][] | undefined {
  const answers = questions.map((question, place) => [
    ...answerTo(question, form.questions[place] ?? emptyQuestionDraft),
  ]);
  return answers.some((answer) => answer.length === 0) ? undefined : answers;
}
