import { t } from '../../../shared/l10n';
import { mcpTool } from '../../../shared/mcpTool';
import { plainTitle } from '../../../shared/plainText';
import { summarizeRequest } from '../../../shared/requestSummary';
import { linesOf } from './block';
import { diffLines } from './diffLines';

type Fields = Readonly<Record<string, unknown>>;

/** A call as a reader wants it: what it is about on one line, and under it what does not fit there. */
export interface ToolInputText {
  readonly summary: string;
  readonly body: readonly string[];
  /** Lines of the body that stay visible when it is long. */
  readonly visible: number;
}

const maxSummary = 140;

type Describe = (input: Fields, relative: (path: string) => string) => ToolInputText;

const describers: Readonly<Record<string, Describe>> = {
  Bash: (input) => command(input),
  PowerShell: (input) => command(input),
  Read: (input, relative) => short(joined([pathOf(input, relative), rangeOf(input)])),
  Write: (input, relative) => long(pathOf(input, relative), linesOf(text(input, 'content')), 6),
  Edit: (input, relative) => long(pathOf(input, relative), editDiff(input), 24),
  MultiEdit: (input, relative) =>
    long(pathOf(input, relative), list(input, 'edits').flatMap(editDiff), 24),
  NotebookEdit: (input, relative) =>
    long(pathOf(input, relative), linesOf(text(input, 'new_source')), 6),
  Grep: (input, relative) =>
    short(joined([text(input, 'pattern'), within(input, relative), text(input, 'glob')])),
  Glob: (input, relative) => short(joined([text(input, 'pattern'), within(input, relative)])),
  WebFetch: (input) => short(text(input, 'url')),
  WebSearch: (input) => short(text(input, 'query')),
  Agent: (input) => agent(input),
  Task: (input) => agent(input),
  TodoWrite: (input) => long('', list(input, 'todos').map(todoLine), 12),
  TaskCreate: (input) => short(text(input, 'subject')),
  TaskUpdate: (input) =>
    short(joined([`#${text(input, 'taskId')}`, text(input, 'status'), text(input, 'subject')])),
  AskUserQuestion: (input) => long('', list(input, 'questions').flatMap(questionLines), 24),
  ExitPlanMode: (input) => long('', linesOf(text(input, 'plan')), 24),
  Skill: (input) => short(joined([text(input, 'skill'), text(input, 'args')])),
};

/** `relative` shortens a path that lies in the session's project. */
export function describeInput(
  tool: string,
  input: Fields,
  relative: (path: string) => string,
): ToolInputText {
  const describe = Object.hasOwn(describers, tool) ? describers[tool] : undefined;
  if (describe !== undefined) return describe(input, relative);
  const summary = summarizeRequest(tool, input)?.text ?? '';
  const fields = Object.entries(input);
  return fields.length <= 1 ? short(summary) : long('', fields.flatMap(fieldLines), 6);
}

const titles: ReadonlyMap<string, string> = new Map([
  ['AskUserQuestion', t('Question')],
  ['ExitPlanMode', t('Plan')],
  ['TodoWrite', t('To-dos')],
]);

/** The tool as a person would name it; `mcp__server__tool` by its parts. */
export function toolTitle(name: string): string {
  const title = titles.get(name);
  if (title !== undefined) return title;
  const named = mcpTool(name);
  return plainTitle(named === undefined ? name : `${named.server}: ${named.tool}`, 80);
}

function short(summary: string): ToolInputText {
  return { summary: plainTitle(summary, maxSummary), body: [], visible: 0 };
}

function long(summary: string, body: readonly string[], visible: number): ToolInputText {
  return { summary: plainTitle(summary, maxSummary), body, visible };
}

function command(input: Fields): ToolInputText {
  const lines = linesOf(text(input, 'command'));
  const only = lines[0] ?? '';
  if (lines.length === 1 && only.length <= maxSummary) return { ...short(''), summary: only };
  const summary = text(input, 'description') || plainTitle(only, 80);
  return long(
    summary,
    lines.map((line, index) => (index === 0 ? `$ ${line}` : `  ${line}`)),
    12,
  );
}

function agent(input: Fields): ToolInputText {
  const type = text(input, 'subagent_type');
  const summary = joined([text(input, 'description'), type === '' ? '' : `(${type})`], ' ');
  return long(summary, linesOf(text(input, 'prompt')), 3);
}

function editDiff(edit: Fields): readonly string[] {
  const lines = (key: string) => (text(edit, key) === '' ? [] : linesOf(text(edit, key)));
  return diffLines(lines('old_string'), lines('new_string'));
}

const todoMarks: Readonly<Record<string, string>> = { completed: '[x]', in_progress: '[~]' };

function todoLine(todo: Fields): string {
  const mark = todoMarks[text(todo, 'status')] ?? '[ ]';
  return `${mark} ${plainTitle(text(todo, 'content'), 200)}`;
}

function questionLines(question: Fields): readonly string[] {
  const options = list(question, 'options').map((option, index) => {
    const about = text(option, 'description');
    const label = text(option, 'label');
    return `  ${index + 1}. ${plainTitle(about === '' ? label : `${label} – ${about}`, 300)}`;
  });
  return [...linesOf(text(question, 'question')), ...options];
}

function fieldLines([key, value]: readonly [string, unknown]): readonly string[] {
  if (typeof value !== 'string') return [`${plainTitle(key, 60)}: ${plainTitle(json(value), 400)}`];
  const lines = linesOf(value);
  if (lines.length === 1) return [`${plainTitle(key, 60)}: ${lines[0]}`];
  return [`${plainTitle(key, 60)}: |`, ...lines.map((line) => `  ${line}`)];
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function pathOf(input: Fields, relative: (path: string) => string): string {
  return relative(text(input, 'file_path') || text(input, 'notebook_path') || text(input, 'path'));
}

function rangeOf(input: Fields): string {
  const { offset, limit } = input;
  if (typeof offset !== 'number') return '';
  return typeof limit === 'number'
    ? t('lines {0}–{1}', offset, offset + limit - 1)
    : t('from line {0}', offset);
}

function within(input: Fields, relative: (path: string) => string): string {
  const path = text(input, 'path');
  return path === '' ? '' : t('in {0}', relative(path));
}

function joined(parts: readonly string[], separator = '  '): string {
  return parts.filter((part) => part !== '').join(separator);
}

function text(input: Fields, key: string): string {
  const value = input[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function list(input: Fields, key: string): readonly Fields[] {
  const value = input[key];
  return Array.isArray(value)
    ? value.filter((item): item is Fields => typeof item === 'object' && item !== null)
    : [];
}
