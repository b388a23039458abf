import { type Fields, fieldsOf } from '../../text/fields';
import { plainTitle } from '../../text/plainText';
import { t } from '../../words/l10n';
import type { ToolKind } from '../tool';

type Describe = (input: Fields, relative: (path: string) => string) => string;

/** Longest command that is shown completely, in characters. */
const longestCommand = 140;

const describers: Readonly<Partial<Record<ToolKind, Describe>>> = {
  shell: commandSubject,
  read: (input, relative) => joinParts([pathOf(input, relative), rangeOf(input)]),
  write: pathOf,
  edit: pathOf,
  editNotebook: pathOf,
  search: (input, relative) =>
    joinParts([text(input, 'pattern'), pathWithin(input, relative), text(input, 'glob')]),
  find: (input, relative) => joinParts([text(input, 'pattern'), pathWithin(input, relative)]),
  fetch: (input) => text(input, 'url'),
  searchWeb: (input) => text(input, 'query'),
  subagent: agentSubject,
  todos: () => '',
  createTask: (input) => text(input, 'subject'),
  changeTask: (input) =>
    joinParts([`#${text(input, 'taskId')}`, text(input, 'status'), text(input, 'subject')]),
  question: () => '',
  plan: () => '',
  skill: (input) => joinParts([text(input, 'skill'), text(input, 'args')]),
};

/**
 * Subject of a call in a few words, not yet escaped; undefined if its kind has none. `relative`
 * shortens a path in the session's project.
 */
export function callText(
  kind: ToolKind,
  input: unknown,
  relative: (path: string) => string,
): string | undefined {
  return describers[kind]?.(fieldsOf(input), relative);
}

/** The command of a shell's call; as JSON if it is not a string. */
export function commandText(input: Fields): string {
  const { command: given } = input;
  return typeof given === 'object' && given !== null
    ? JSON.stringify(given)
    : text(input, 'command');
}

function commandSubject(input: Fields): string {
  const whole = commandText(input).trimEnd();
  const [firstLine = '', ...rest] = whole.split('\n');
  if (rest.length === 0 && firstLine.length <= longestCommand) return firstLine;
  return text(input, 'description') || plainTitle(firstLine, 80);
}

function agentSubject(input: Fields): string {
  const type = text(input, 'subagent_type');
  return joinParts([text(input, 'description'), type === '' ? '' : `(${type})`], ' ');
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

function pathWithin(input: Fields, relative: (path: string) => string): string {
  const path = text(input, 'path');
  return path === '' ? '' : t('in {0}', relative(path));
}

function joinParts(parts: readonly string[], separator = '  '): string {
  return parts.filter((part) => part !== '').join(separator);
}

function text(input: Fields, key: string): string {
  const value = input[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
