import { fieldsOf, textOf, type Fields } from './fields';
import { t } from './l10n';
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
  'subject',
  'description',
] as const;

/** Those that a person wrote, or would have. */
const prose: ReadonlySet<string> = new Set(['subject', 'description']);

function questionOf(input: Fields): string {
  const questions: readonly unknown[] = Array.isArray(input['questions']) ? input['questions'] : [];
  const first = plainText(textOf(fieldsOf(questions[0])['question']), 400);
  if (first === '' || questions.length < 2) return first;
  return t('{0} (+{1} more)', first, questions.length - 1);
}

/** The first line of a plan that says something, without its Markdown marks. */
function headingOf(plan: string): string {
  const lines = plainText(plan).split('\n');
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return plainLine(line.replace(/^[\s#>*-]+/, '').replace(/[*_`]+/g, ''));
}

/** The item of a list of to-dos that is being done. */
function todoOf(input: Fields): string {
  const todos: readonly unknown[] = Array.isArray(input['todos']) ? input['todos'] : [];
  const current = todos.map(fieldsOf).find(({ status }) => status === 'in_progress');
  return plainText(textOf(current?.['activeForm']) || textOf(current?.['content']), 400);
}

/** Which task becomes what, as the client writes it. */
function taskChangeOf(input: Fields): string {
  const id = plainLine(textOf(input['taskId']), 40);
  const status = plainLine(textOf(input['status']).replaceAll('_', ' '), 40);
  const subject = plainText(textOf(input['subject']), 400);
  return [id === '' ? '' : `#${id}`, status, subject].filter((part) => part !== '').join(' ');
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
  if (toolName === 'TodoWrite') return nonEmpty('text', todoOf(input));
  if (toolName === 'TaskUpdate') return nonEmpty('text', taskChangeOf(input));
  for (const field of usualFields) {
    const text = plainText(textOf(input[field]), 600);
    if (text !== '') return { kind: prose.has(field) ? 'text' : 'code', text };
  }
  return nonEmpty('code', dataOf(toolInput));
}

function nonEmpty(kind: RequestSummary['kind'], text: string): RequestSummary | undefined {
  return text === '' ? undefined : { kind, text };
}
