import { areKnownQuestions, questionsIn } from '../agents/inputs';
import type { CallOption } from '../agents/tool';
import { plainProse } from '../text/plainText';

/** One option of a question. All but `value` is plain text for display. */
export interface QuestionOption {
  /** Label as the agent wrote it; the answer repeats it. */
  readonly value: string;
  readonly label: string;
  readonly description: string;
  /** Preview with its line breaks; empty if the agent gave none. */
  readonly preview: string;
}

/** One question of a call, in the call's order. */
export interface AskedQuestion {
  readonly text: string;
  /** Short heading; empty if the agent gave none. */
  readonly header: string;
  readonly options: readonly QuestionOption[];
  /** True if several options may be chosen. */
  readonly multiple: boolean;
}

/** Longest text, in characters: longer than anybody reads, short enough for a page. */
const longest = 20_000;

export function askedQuestions(toolInput: unknown): readonly AskedQuestion[] {
  return questionsIn(toolInput).map(({ text, header, options, multiple }) => ({
    text: plainProse(text, longest),
    header: onOneLine(header, 40),
    options: options.map(shownOption).filter(hasLabel),
    multiple,
  }));
}

/** True if `askedQuestions` omits nothing: all fields are known and all options have labels. */
export function areShownCompletely(toolInput: unknown): boolean {
  return (
    areKnownQuestions(toolInput) &&
    questionsIn(toolInput).every(({ options }) => options.map(shownOption).every(hasLabel))
  );
}

function shownOption({ label, description, preview }: CallOption): QuestionOption {
  return {
    value: label,
    label: onOneLine(label, 300),
    description: plainProse(description, 1000),
    preview: plainProse(preview, longest),
  };
}

function onOneLine(text: string, maxLength: number): string {
  return plainProse(text, maxLength).replace(/\n/g, ' ⏎ ');
}

function hasLabel({ label }: QuestionOption): boolean {
  return label !== '';
}
