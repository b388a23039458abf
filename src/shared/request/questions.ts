import { questionsIn } from '../agents/inputs';
import { fieldsOf, listOf, textOf, type Fields } from '../text/fields';
import { plainProse } from '../text/plainText';

/** One option of a question. All but `value` is plain text for display. */
export interface QuestionOption {
  /** Label as the agent wrote it, which the answer repeats. */
  readonly value: string;
  readonly label: string;
  readonly description: string;
  /** Preview with its line breaks; empty where the agent gave none. */
  readonly preview: string;
}

/** One question of a call, in the call's order. */
export interface AskedQuestion {
  readonly text: string;
  /** Short heading; empty where the agent gave none. */
  readonly header: string;
  readonly options: readonly QuestionOption[];
  /** True where several options may be chosen. */
  readonly multiple: boolean;
}

/** Longest text in characters: far more than anybody reads, little enough for a page. */
const longest = 20_000;

export function askedQuestions(toolInput: unknown): readonly AskedQuestion[] {
  return (questionsIn(toolInput) ?? []).map((value) => {
    const { question, header, options, multiSelect } = fieldsOf(value);
    return {
      text: plainProse(textOf(question), longest),
      header: onOneLine(textOf(header), 40),
      options: listOf(options).map(optionIn).filter(isTold),
      multiple: multiSelect === true,
    };
  });
}

const ofQuestion: ReadonlySet<string> = new Set(['question', 'header']);
const ofOption: ReadonlySet<string> = new Set(['label', 'description', 'preview']);

/** True where `askedQuestions` leaves nothing out: fields are known, options have labels. */
export function areToldWhole(questions: unknown): boolean {
  return (
    Array.isArray(questions) &&
    questions.every((question) => {
      const { options = [], multiSelect = false, ...texts } = fieldsOf(question);
      const isKnown = typeof question === 'object' && areTexts(texts, ofQuestion);
      const areKnown = Array.isArray(options) && options.every(isToldOption);
      return isKnown && areKnown && typeof multiSelect === 'boolean';
    })
  );
}

function isToldOption(option: unknown): boolean {
  return isTold(optionIn(option)) && areTexts(fieldsOf(option), ofOption);
}

function areTexts(fields: Fields, known: ReadonlySet<string>): boolean {
  return Object.entries(fields).every(
    ([name, text]) => known.has(name) && typeof text === 'string',
  );
}

function optionIn(value: unknown): QuestionOption {
  const { label, description, preview } = fieldsOf(value);
  return {
    value: textOf(label),
    label: onOneLine(textOf(label), 300),
    description: plainProse(textOf(description), 1000),
    preview: plainProse(textOf(preview), longest),
  };
}

function onOneLine(text: string, maxLength: number): string {
  return plainProse(text, maxLength).replace(/\n/g, ' ⏎ ');
}

function isTold({ label }: QuestionOption): boolean {
  return label !== '';
}
