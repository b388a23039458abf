import { fieldsOf, textOf, type Fields } from '../text/fields';
import { t } from '../words/l10n';
import { plainText, plainTitle } from '../text/plainText';

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

const summaryLength = 600;
/** A plan says in its first characters what it is about. */
const headingReach = 8_000;

/** Those that a person wrote, or would have. */
const prose: ReadonlySet<string> = new Set(['subject', 'description']);

/** How foreign text is shown. */
type Show = (text: string) => string;

function questionOf(input: Fields, show: Show): string {
  const questions: readonly unknown[] = Array.isArray(input['questions']) ? input['questions'] : [];
  const first = shownOr(textOf(fieldsOf(questions[0])['question']), show);
  if (first === '' || questions.length < 2) return first;
  return t('{0} (+{1} more)', first, questions.length - 1);
}

/** The first line of a plan that says something, without its Markdown marks. */
function headingOf(plan: string): string {
  const lines = plan.slice(0, headingReach).split(/[\r\n]+/);
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return plainTitle(line.replace(/^[\s#>*-]+/, '').replace(/[*_`]+/g, ''));
}

/** The item of a list of to-dos that is being done. */
function todoOf(input: Fields, show: Show): string {
  const todos: readonly unknown[] = Array.isArray(input['todos']) ? input['todos'] : [];
  const current = todos.map(fieldsOf).find(({ status }) => status === 'in_progress');
  return shownOr(textOf(current?.['activeForm']) || textOf(current?.['content']), show);
}

/** Which task becomes what, as the client writes it. */
function taskChangeOf(input: Fields, show: Show): string {
  const id = plainTitle(textOf(input['taskId']), 40);
  const status = plainTitle(textOf(input['status']).replaceAll('_', ' '), 40);
  const subject = shownOr(textOf(input['subject']), show);
  return [id === '' ? '' : `#${id}`, status, subject].filter((part) => part !== '').join(' ');
}

function dataOf(input: unknown, show: Show): string {
  if (input === undefined || Object.keys(fieldsOf(input)).length === 0) return '';
  try {
    return show(JSON.stringify(input) ?? '');
  } catch {
    return ''; // Nothing to show for what cannot be written down.
  }
}

/** The one thing a person wants to see of a tool call, shown by `show`; undefined when it has none. */
export function summarizeRequest(
  toolName: string,
  toolInput: unknown,
  show: Show = (text) => plainText(text, summaryLength),
): RequestSummary | undefined {
  const input = fieldsOf(toolInput);
  if (toolName === 'AskUserQuestion') return nonEmpty('text', questionOf(input, show));
  if (toolName === 'ExitPlanMode') return nonEmpty('text', headingOf(textOf(input['plan'])));
  if (toolName === 'TodoWrite') return nonEmpty('text', todoOf(input, show));
  if (toolName === 'TaskUpdate') return nonEmpty('text', taskChangeOf(input, show));
  for (const field of usualFields) {
    const text = shownOr(textOf(input[field]), show);
    if (text !== '') return { kind: prose.has(field) ? 'text' : 'code', text };
  }
  return nonEmpty('code', dataOf(toolInput, show));
}

/** Empty for a text of blanks alone: it says nothing. */
function shownOr(text: string, show: Show): string {
  return text.trim() === '' ? '' : show(text);
}

function nonEmpty(kind: RequestSummary['kind'], text: string): RequestSummary | undefined {
  return text === '' ? undefined : { kind, text };
}
