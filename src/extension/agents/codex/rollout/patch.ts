import { toolName } from '../../../../shared/agents/tools';
import { fieldsOf, textOf, type Fields } from '../../../../shared/text/fields';

/** A call by the names of tools that pages know. */
export interface NamedCall {
  readonly name: string;
  readonly input: Fields;
}

/** The change of a file as the program's server reports it. */
export interface PatchChange {
  readonly path: string;
  readonly kind: {
    readonly type: 'add' | 'delete' | 'update';
    readonly move_path?: string | null | undefined;
  };
  /** Content of a file that is added or deleted; hunks of one that is updated. */
  readonly diff: string;
}

/** The program's tool that changes files; pages show what it is given. */
export const patchTool = 'apply_patch';

/** The end of a line, which stays with it. */
const lineEnd = /(?<=\n)/u;
const fileLine = /^\*\*\* (Add|Update|Delete) File: (.+)$/u;
const words = { add: 'Add', delete: 'Delete', update: 'Update' } as const;
/** Marks of the lines: hunks of an update have their own. */
const marks = { add: '+', delete: '-', update: '' } as const;

/** Files that are read from one patch; more are shown by no view. */
const maxFiles = 200;

/** Reads the changes of files in a call of `apply_patch`, in order. */
export function filesOfPatch(patch: string): readonly NamedCall[] {
  const files: { readonly act: string; readonly file: string; readonly lines: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const [, act, file] = fileLine.exec(line) ?? [];
    if (act !== undefined && file !== undefined) files.push({ act, file, lines: [] });
    else if (!line.startsWith('*** ')) files.at(-1)?.lines.push(line);
  }
  return files.slice(0, maxFiles).map(({ act, file, lines }) => {
    if (act === 'Add') return written(file, markedLines(lines, '+').join('\n'));
    return edited(file, act === 'Delete' ? [] : lines);
  });
}

/** Returns the changes in a record of what was changed, by their files. */
export function filesOfChanges(changes: Fields): readonly NamedCall[] {
  return Object.entries(changes)
    .slice(0, maxFiles)
    .map(([file, value]) => {
      const { type, content, unified_diff: diff } = fieldsOf(value);
      return type === 'add'
        ? written(file, textOf(content))
        : edited(file, textOf(diff).split('\n'));
    });
}

/**
 * Returns the call that a patch is shown as where a person decides on it, so that nothing of it is
 * left out: one part of one file as the same change, any other as it is.
 */
export function wholePatch(patch: string): NamedCall {
  const [file] = isOneChange(patch) ? filesOfPatch(patch) : [];
  return file ?? { name: patchTool, input: { patch } };
}

/**
 * Returns the same for changes that the server reports, where need be in the form of a patch.
 * `reason` is the agent's own comment.
 */
export function wholeChanges(changes: readonly PatchChange[], reason?: string | null): NamedCall {
  const [first, ...others] = changes;
  const file = first && others.length === 0 && !reason ? oneChange(first) : undefined;
  if (file !== undefined) return file;
  const lines = changes.flatMap(({ path, kind, diff }) => [
    `*** ${words[kind.type]} File: ${path}`,
    ...(kind.move_path ? [`*** Move to: ${kind.move_path}`] : []),
    ...withoutMove(diff, kind.move_path)
      .split(lineEnd)
      .filter((line) => line !== '')
      .map((line) => marks[kind.type] + line.replace('\n', '')),
  ]);
  const patch = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
  return { name: patchTool, input: { patch, ...(reason && { reason }) } };
}

function isOneChange(patch: string): boolean {
  const [first, file = '', ...rest] = patch.split('\n');
  if (first !== '*** Begin Patch' || rest.pop() !== '*** End Patch') return false;
  if (file.startsWith('*** Add File: ')) return rest.every((line) => line.startsWith('+'));
  if (!file.startsWith('*** Update File: ')) return false;
  const lines = rest[0] === '@@' ? rest.slice(1) : rest;
  return lines.length > 0 && lines.every((line) => /^[ +-]/u.test(line));
}

function oneChange({ path, kind, diff }: PatchChange): NamedCall | undefined {
  if (kind.type === 'add') return written(path, diff);
  const [head = '', ...lines] = diff.split(lineEnd);
  const isHunk = head.startsWith('@@ ') && lines.every((line) => /^[ +-].*\n$/u.test(line));
  return kind.type === 'update' && !kind.move_path && isHunk ? edited(path, lines, '') : undefined;
}

/** Returns a diff without the words with which the server ends that of a file that moves. */
function withoutMove(diff: string, target: string | null | undefined): string {
  const words = `\n\nMoved to: ${target}`;
  return target && diff.endsWith(words) ? diff.slice(0, -words.length) : diff;
}

function written(file: string, content: string): NamedCall {
  return { name: toolName('write'), input: { file_path: file, content } };
}

/** The edit that lines of a patch make; a deleted file has none. */
function edited(file: string, lines: readonly string[], separator = '\n'): NamedCall {
  const shown = lines.filter((line) => !line.startsWith('@@'));
  const side = (mark: string): string => markedLines(shown, mark, ' ').join(separator);
  const [old_string, new_string] = [side('-'), side('+')];
  return { name: toolName('edit'), input: { file_path: file, old_string, new_string } };
}

/** Returns the lines of a diff with one of these marks, without it. */
function markedLines(lines: readonly string[], ...marks: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    marks.some((mark) => line.startsWith(mark)) ? line.slice(1) : [],
  );
}
