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
    questions: questions.map((question, index) => questionDraft(listOf(drafts)[index], question)),
  };
}

function questionDraft(kept: unknown, { options, multiple }: AskedQuestion): QuestionDraft {
  if (kept === undefined) return emptyQuestionDraft;
  const { chosen, words, own } = fieldsOf(kept);
  const indexes = listOf(chosen).flatMap((index) =>
    typeof index === 'number' && options[index] !== undefined ? [index] : [],
  );
  const isTyped = own === true;
  return {
    chosen: multiple ? indexes : indexes.slice(0, isTyped ? 0 : 1),
    words: textOf(words),
    own: isTyped,
  };
}

/** Chooses an option; with `multiple`, toggles it. */
export function chooseOption(
  draft: QuestionDraft,
  index: number,
  multiple: boolean,
): QuestionDraft {
  if (!multiple) return { ...draft, chosen: [index], own: false };
  const chosen = draft.chosen.includes(index)
    ? draft.chosen.filter((one) => one !== index)
    : [...draft.chosen, index].sort((a, b) => a - b);
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
  const labels = draft.chosen.flatMap((index) => question.options[index]?.value ?? []);
  const words = draft.own ? draft.words.trim() : '';
  return words === '' ? labels : [...labels, words];
}

/** Answers to all questions; undefined if one is missing. */
export function answersOf(
  questions: readonly AskedQuestion[],
  form: FormDraft,
): string[][] | undefined {
  const answers = questions.map((question, index) => [
    ...answerTo(question, form.questions[index] ?? emptyQuestionDraft),
  ]);
  return answers.some((answer) => answer.length === 0) ? undefined : answers;
}
