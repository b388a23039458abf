import { plainLine, plainText } from './plainText';

/** What a tool call is about: `code` for a command, path or data, `text` for what a person wrote. */
export interface RequestSummary {
  readonly kind: 'code' | 'text';
  readonly text: string;
}

/** The field that says most about a call, by tool; the others are looked up by `usualFields`. */
const usualFields = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'url',
  'query',
  'pattern',
  'skill',
  'description',
] as const;

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function questionOf(input: Readonly<Record<string, unknown>>): string {
  const questions: readonly unknown[] = Array.isArray(input['questions']) ? input['questions'] : [];
  const first = plainText(textOf(fieldsOf(questions[0])['question']), 400);
  if (first === '' || questions.length < 2) return first;
  return `${first} (+${questions.length - 1} more)`;
}

/** The first line of a plan that says something, without its Markdown marks. */
function headingOf(plan: string): string {
  const lines = plainText(plan).split('\n');
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return plainLine(line.replace(/^[\s#>*-]+/, '').replace(/[*_`]+/g, ''));
}

function dataOf(input: unknown): string {
  if (input === undefined || Object.keys(fieldsOf(input)).length === 0) return '';
  try {
    return plainLine(JSON.stringify(input) ?? '');
  } catch {
    return ''; // Nothing to show for what cannot be written down.
  }
}

/** The one thing a person wants to see of a tool call, as plain text; undefined when it has none. */
export function summarizeRequest(toolName: string, toolInput: unknown): RequestSummary | undefined {
  const input = fieldsOf(toolInput);
  if (toolName === 'AskUserQuestion') return nonEmpty('text', questionOf(input));
  if (toolName === 'ExitPlanMode') return nonEmpty('text', headingOf(textOf(input['plan'])));
  for (const field of usualFields) {
    const text = plainText(textOf(input[field]), 600);
    if (text !== '') return { kind: field === 'description' ? 'text' : 'code', text };
  }
  return nonEmpty('code', dataOf(toolInput));
}

function nonEmpty(kind: RequestSummary['kind'], text: string): RequestSummary | undefined {
  return text === '' ? undefined : { kind, text };
}
