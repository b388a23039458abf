import { fieldsOf, listOf, textOf } from '../../text/fields';
import type { TaskChange, Todo } from '../tool';

/** The command line of a shell's call. */
export function commandIn(input: unknown): string | undefined {
  return textIn(fieldsOf(input)['command']);
}

/** The text file that a call reads or changes. */
export function textFileIn(input: unknown): string | undefined {
  return textIn(fieldsOf(input)['file_path']);
}

/** The file that a call reads or changes, either a text or a notebook. */
export function fileIn(input: unknown): string | undefined {
  const { file_path: file, notebook_path: notebook } = fieldsOf(input);
  return textIn(file ?? notebook);
}

/** Fields of the tools whose call names one file and does nothing beyond it. */
const oneFileFields: Readonly<Record<string, ReadonlySet<string>>> = {
  Read: new Set(['file_path', 'offset', 'limit', 'pages']),
  Edit: new Set(['file_path', 'old_string', 'new_string', 'replace_all']),
  Write: new Set(['file_path', 'content']),
  NotebookEdit: new Set(['notebook_path', 'cell_id', 'new_source', 'cell_type', 'edit_mode']),
};

/** The file that a call reads or changes; undefined for a call that does anything else as well. */
export function grantableFile(tool: string, input: unknown): string | undefined {
  const known = Object.hasOwn(oneFileFields, tool) ? oneFileFields[tool] : undefined;
  const fields = fieldsOf(input);
  const name = tool === 'NotebookEdit' ? 'notebook_path' : 'file_path';
  return known !== undefined && Object.keys(fields).every((field) => known.has(field))
    ? nonEmptyText(fields[name])
    : undefined;
}

/**
 * The id of the background shell whose output a call reads; the field's name differs between client
 * versions.
 */
export function shellIdIn(input: unknown): string | undefined {
  const { task_id: task, bash_id: bash, shell_id: shell } = fieldsOf(input);
  return nonEmptyText(task) ?? nonEmptyText(bash) ?? nonEmptyText(shell);
}

export function subagentTypeIn(input: unknown): string | undefined {
  return nonEmptyText(fieldsOf(input)['subagent_type']);
}

export function planIn(input: unknown): string | undefined {
  return textIn(fieldsOf(input)['plan']);
}

/** The first to-dos of a call; undefined if it has no list of them. */
export function todosIn(input: unknown, most = Infinity): readonly Todo[] | undefined {
  const { todos } = fieldsOf(input);
  if (!Array.isArray(todos)) return undefined;
  return todos
    .slice(0, most)
    .map(fieldsOf)
    .map(({ content, activeForm, status }) => ({
      text: textOf(content),
      doing: textOf(activeForm),
      status: textOf(status),
    }));
}

export function taskChangeIn(input: unknown): TaskChange {
  const { taskId, status, subject } = fieldsOf(input);
  return { id: nonEmptyText(taskId), status: nonEmptyText(status), subject: nonEmptyText(subject) };
}

/** Replacements that a call makes in a text file, not validated: one, or a list. */
export function replacementsIn(
  tool: string,
  input: unknown,
): readonly { readonly old: unknown; readonly next: unknown; readonly all: unknown }[] {
  const edits = tool === 'MultiEdit' ? listOf(fieldsOf(input)['edits']) : [input];
  return edits
    .map(fieldsOf)
    .map(({ old_string: old, new_string: next, replace_all: all }) => ({ old, next, all }));
}

/** True for an edit that replaces all occurrences of its text. */
export function replacesAll(input: unknown): boolean {
  const { replace_all: all } = fieldsOf(input);
  return all !== undefined && all !== false;
}

/** True for an edit with unknown fields, besides its file, its texts and `replace_all`. */
export function hasOtherEditFields(input: unknown): boolean {
  return Object.keys(fieldsOf(input)).some((name) => !editFields.has(name));
}

const editFields: ReadonlySet<string> = new Set([
  'file_path',
  'content',
  'old_string',
  'new_string',
  'edits',
  'replace_all',
]);

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function nonEmptyText(value: unknown): string | undefined {
  return textIn(value) || undefined;
}
