import { fieldsOf, listOf, textOf, type Fields } from '../../text/fields';
import type { CallOption, CallQuestion } from '../tool';

const questionTexts: ReadonlySet<string> = new Set(['question', 'header']);
const optionTexts: ReadonlySet<string> = new Set(['label', 'description', 'preview']);

/** The first questions of a call; none if it has no list of them. */
export function questionsIn(input: unknown, most = Infinity): readonly CallQuestion[] {
  return listOf(fieldsOf(input)['questions']).slice(0, most).map(questionIn);
}

function questionIn(value: unknown): CallQuestion {
  const { question, header, options, multiSelect } = fieldsOf(value);
  return {
    text: textOf(question),
    header: textOf(header),
    options: listOf(options).map(optionIn),
    multiple: multiSelect === true,
  };
}

function optionIn(value: unknown): CallOption {
  const { label, description, preview } = fieldsOf(value);
  return {
    label: textOf(label),
    description: textOf(description),
    preview: textOf(preview),
  };
}

/** True if `questionsIn` omits no field of the questions. */
export function areKnownQuestions(input: unknown): boolean {
  const { questions } = fieldsOf(input);
  return (
    Array.isArray(questions) &&
    questions.every((question) => {
      const { options = [], multiSelect = false, ...texts } = fieldsOf(question);
      const isKnown = typeof question === 'object' && areTexts(texts, questionTexts);
      const areKnown =
        Array.isArray(options) &&
        options.every((option) => areTexts(fieldsOf(option), optionTexts));
      return isKnown && areKnown && typeof multiSelect === 'boolean';
    })
  );
}

function areTexts(fields: Fields, known: ReadonlySet<string>): boolean {
  return Object.entries(fields).every(
    ([name, text]) => known.has(name) && typeof text === 'string',
  );
}
