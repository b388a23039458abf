import {
  filesInPatch,
  planIn,
  proseFields,
  questionsIn,
  summaryFields,
  taskChangeIn,
  todosIn,
} from '../agents/inputs';
import { toolKind } from '../agents/tools';
import { fieldsOf, textOf, type Fields } from '../text/fields';
import { t } from '../words/l10n';
import { plainText, plainTitle } from '../text/plainText';

/** Summary of a tool call: `code` for a command, path or data, `text` for prose. */
export interface RequestSummary {
  readonly kind: 'code' | 'text';
  readonly text: string;
}

const summaryLength = 600;
/** Number of characters of a plan that are searched for its heading. */
const headingReach = 8_000;

/** Escapes foreign text for display. */
type Show = (text: string) => string;

function questionOf(input: Fields, show: Show): string {
  const questions = questionsIn(input);
  const first = shownOrEmpty(questions[0]?.text ?? '', show);
  if (first === '' || questions.length < 2) return first;
  return t('{0} (+{1} more)', first, questions.length - 1);
}

/** The first line of a plan that contains letters, without Markdown marks. */
function headingOf(plan: string): string {
  const lines = plan.slice(0, headingReach).split(/[\r\n]+/);
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return plainTitle(line.replace(/^[\s#>*-]+/, '').replace(/[*_`]+/g, ''));
}

/** The first file that a patch changes, and the number of the others. */
function patchOf({ patch }: Fields, show: Show): string {
  const [first = '', ...others] = new Set(filesInPatch(textOf(patch)));
  const file = shownOrEmpty(first, show);
  return file === '' || others.length === 0 ? file : t('{0} (+{1} more)', file, others.length);
}

/** The to-do in progress. */
function todoOf(input: Fields, show: Show): string {
  const current = todosIn(input)?.find(({ status }) => status === 'in_progress');
  return shownOrEmpty(current?.doing || current?.text || '', show);
}

/** The task and its new status, as the client displays them. */
function taskChangeOf(input: Fields, show: Show): string {
  const change = taskChangeIn(input);
  const id = plainTitle(change.id ?? '', 40);
  const status = plainTitle((change.status ?? '').replaceAll('_', ' '), 40);
  const subject = shownOrEmpty(change.subject ?? '', show);
  return [id === '' ? '' : `#${id}`, status, subject].filter((part) => part !== '').join(' ');
}

function dataOf(input: unknown, show: Show): string {
  if (input === undefined || Object.keys(fieldsOf(input)).length === 0) return '';
  try {
    return show(JSON.stringify(input) ?? '');
  } catch {
    return ''; // A value that can't be written as JSON has no summary.
  }
}

/** Summary of a tool call, escaped by `show`; undefined if it has none. */
export function summarizeRequest(
  toolName: string,
  toolInput: unknown,
  show: Show = (text) => plainText(text, summaryLength),
): RequestSummary | undefined {
  const input = fieldsOf(toolInput);
  switch (toolKind(toolName)) {
    case 'question':
      return nonEmpty('text', questionOf(input, show));
    case 'plan':
      return nonEmpty('text', headingOf(planIn(input) ?? ''));
    case 'patch':
      return nonEmpty('code', patchOf(input, show)) ?? summaryOf(toolInput, input, show);
    case 'todos':
      return nonEmpty('text', todoOf(input, show));
    case 'changeTask':
      return nonEmpty('text', taskChangeOf(input, show));
    default:
      return summaryOf(toolInput, input, show);
  }
}

function summaryOf(toolInput: unknown, input: Fields, show: Show): RequestSummary | undefined {
  for (const field of summaryFields) {
    const text = shownOrEmpty(textOf(input[field]), show);
    if (text !== '') return { kind: proseFields.has(field) ? 'text' : 'code', text };
  }
  return nonEmpty('code', dataOf(toolInput, show));
}

/** Escapes a text; white space alone becomes empty. */
function shownOrEmpty(text: string, show: Show): string {
  return text.trim() === '' ? '' : show(text);
}

function nonEmpty(kind: RequestSummary['kind'], text: string): RequestSummary | undefined {
  return text === '' ? undefined : { kind, text };
}
