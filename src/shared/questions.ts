import { fieldsOf, listOf, textOf } from './fields';
import { plainLine, plainText } from './plainText';

/** One choice of a question. All but `value` is plain text to show. */
export interface QuestionOption {
  /** The label as the agent wrote it: what it is answered with. */
  readonly value: string;
  readonly label: string;
  readonly description: string;
  /** What the choice would look like, line ends kept; empty where the agent shows nothing. */
  readonly preview: string;
}

/** One question of an AskUserQuestion call, in the call's order. */
export interface AskedQuestion {
  readonly text: string;
  /** A word or two; empty where the agent gave none. */
  readonly header: string;
  readonly options: readonly QuestionOption[];
  /** Whether several options may be chosen. */
  readonly multiple: boolean;
}

/** Far more than anybody reads, and little enough for a page. */
const longest = 20_000;

export function askedQuestions(toolInput: unknown): readonly AskedQuestion[] {
  return listOf(fieldsOf(toolInput)['questions']).map((value) => {
    const { question, header, options, multiSelect } = fieldsOf(value);
    return {
      text: plainText(textOf(question), longest),
      header: plainLine(textOf(header), 40),
      options: listOf(options).map(optionIn).filter(isTold),
      multiple: multiSelect === true,
    };
  });
}

function optionIn(value: unknown): QuestionOption {
  const { label, description, preview } = fieldsOf(value);
  return {
    value: textOf(label),
    label: plainLine(textOf(label), 300),
    description: plainText(textOf(description), 1000),
    preview: plainText(textOf(preview), longest),
  };
}

function isTold({ label }: QuestionOption): boolean {
  return label !== '';
}
