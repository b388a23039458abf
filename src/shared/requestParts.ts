import { fieldsOf, type Fields } from './fields';
import { t } from './l10n';
import { plainLine, plainText } from './plainText';
import { askedQuestions } from './questions';

/** A part of a request as a person reads it before deciding; `removed` and `added` are an edit's two sides. */
export interface RequestPart {
  readonly kind: 'code' | 'text' | 'plan' | 'removed' | 'added' | 'choices';
  /** What the part is; empty where it needs no name. */
  readonly name: string;
  readonly text: string;
  readonly choices: readonly { readonly label: string; readonly description: string }[];
}

/** Far more than anybody reads, and little enough for a page. */
const longest = 20_000;
const mostParts = 24;

/** Everything that a tool call asks for, as plain text; empty where nothing is known. */
export function requestParts(toolName: string, toolInput: unknown): readonly RequestPart[] {
  const input = fieldsOf(toolInput);
  const parts =
    toolName === 'AskUserQuestion'
      ? questions(input)
      : toolName === 'ExitPlanMode'
        ? [part('plan', '', input['plan'])]
        : toolParts(input);
  return parts.filter(({ text, choices }) => text !== '' || choices.length > 0).slice(0, mostParts);
}

function questions(input: Fields): readonly RequestPart[] {
  return askedQuestions(input).map(({ text, options, multiple }) => {
    const choices = options.map(({ label, description }) => ({ label, description }));
    return { kind: 'choices', name: multiple ? t('Several may be chosen') : '', text, choices };
  });
}

/** What the tool is given, the words for people first; the two sides of an edit beside each other. */
function toolParts(input: Fields): readonly RequestPart[] {
  const { description, old_string, new_string, ...rest } = input;
  const others = Object.entries(rest).map(([name, value]) => part('code', name, value));
  const alone = others.length === 1 && old_string === undefined;
  return [
    part('text', '', description),
    ...(alone ? others.map((one) => ({ ...one, name: '' })) : others),
    part('removed', t('Removed'), old_string),
    part('added', t('Added'), new_string),
  ];
}

function part(kind: RequestPart['kind'], name: string, value: unknown): RequestPart {
  const words = plainLine(name.replace(/_/g, ' '), 80);
  return { kind, name: words, text: plainText(written(value), longest), choices: [] };
}

function written(value: unknown): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  try {
    return JSON.stringify(value, undefined, 2) ?? '';
  } catch {
    return ''; // Nothing to show for what cannot be written down.
  }
}
