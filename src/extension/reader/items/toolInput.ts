import { t } from '../../../shared/words/l10n';
import { mcpTool } from '../../../shared/request/mcpTool';
import { plainTitle } from '../../../shared/text/plainText';
import { summarizeRequest } from '../../../shared/request/requestSummary';

type Fields = Readonly<Record<string, unknown>>;

const maxSummary = 140;

type Describe = (input: Fields, relative: (path: string) => string) => string;

const describers: Readonly<Record<string, Describe>> = {
  Bash: command,
  PowerShell: command,
  Read: (input, relative) => joined([pathOf(input, relative), rangeOf(input)]),
  Write: pathOf,
  Edit: pathOf,
  MultiEdit: pathOf,
  NotebookEdit: pathOf,
  Grep: (input, relative) =>
    joined([text(input, 'pattern'), within(input, relative), text(input, 'glob')]),
  Glob: (input, relative) => joined([text(input, 'pattern'), within(input, relative)]),
  WebFetch: (input) => text(input, 'url'),
  WebSearch: (input) => text(input, 'query'),
  Agent: agent,
  Task: agent,
  TodoWrite: () => '',
  TaskCreate: (input) => text(input, 'subject'),
  TaskUpdate: (input) =>
    joined([`#${text(input, 'taskId')}`, text(input, 'status'), text(input, 'subject')]),
  AskUserQuestion: () => '',
  ExitPlanMode: () => '',
  Skill: (input) => joined([text(input, 'skill'), text(input, 'args')]),
};

/** Summary of a call on one line. `relative` shortens a path that lies in the session's project. */
export function summaryOf(tool: string, input: Fields, relative: (path: string) => string): string {
  const describe = Object.hasOwn(describers, tool) ? describers[tool] : undefined;
  if (describe !== undefined) return plainTitle(describe(input, relative), maxSummary);
  // When a tool has several fields, each is shown with its name.
  if (Object.keys(input).length > 1) return '';
  return plainTitle(summarizeRequest(tool, input)?.text ?? '', maxSummary);
}

const titles: ReadonlyMap<string, () => string> = new Map([
  ['AskUserQuestion', () => t('Question')],
  ['ExitPlanMode', () => t('Plan')],
  ['TodoWrite', () => t('To-dos')],
]);

/** The tool as a person would name it; `mcp__server__tool` by its parts. */
export function toolTitle(name: string): string {
  const title = titles.get(name)?.();
  if (title !== undefined) return title;
  const named = mcpTool(name);
  return plainTitle(named === undefined ? name : `${named.server}: ${named.tool}`, 80);
}

/** The command of a shell's call; one that is no text as JSON. */
export function commandText(input: Fields): string {
  const { command: given } = input;
  return typeof given === 'object' && given !== null
    ? JSON.stringify(given)
    : text(input, 'command');
}

function command(input: Fields): string {
  const whole = commandText(input).trimEnd();
  const [only = '', ...rest] = whole.split('\n');
  if (rest.length === 0 && only.length <= maxSummary) return only;
  return text(input, 'description') || plainTitle(only, 80);
}

function agent(input: Fields): string {
  const type = text(input, 'subagent_type');
  return joined([text(input, 'description'), type === '' ? '' : `(${type})`], ' ');
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
