import { toolName } from '../../../../shared/agents/tools';
import { fieldsOf, type Fields } from '../../../../shared/text/fields';

/** The change of one file, as the call of a tool that changes it. */
export interface PatchedFile {
  readonly name: string;
  readonly input: Fields;
}

const fileLine = /^\*\*\* (Add|Update|Delete) File: (.+)$/u;

/** Files that are read from one patch; more are shown by no view. */
const maxFiles = 200;

/** Reads the changes of files in a call of `apply_patch`, in order. */
export function filesOfPatch(patch: string): readonly PatchedFile[] {
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
export function filesOfChanges(changes: Fields): readonly PatchedFile[] {
  return Object.entries(changes)
    .slice(0, maxFiles)
    .map(([file, value]) => {
      const { type, content, unified_diff: diff } = fieldsOf(value);
      if (type === 'add') return written(file, typeof content === 'string' ? content : '');
      return edited(file, typeof diff === 'string' ? diff.split('\n') : []);
    });
}

function written(file: string, content: string): PatchedFile {
  return { name: toolName('write'), input: { file_path: file, content } };
}

/** The edit that lines of a patch make; a deleted file has none. */
function edited(file: string, lines: readonly string[]): PatchedFile {
  const shown = lines.filter((line) => !line.startsWith('@@'));
  const side = (mark: string): string => markedLines(shown, mark, ' ').join('\n');
  const [old_string, new_string] = [side('-'), side('+')];
  return { name: toolName('edit'), input: { file_path: file, old_string, new_string } };
}

/** Returns the lines of a diff with one of these marks, without it. */
export function markedLines(
  lines: readonly string[],
  ...marks: readonly string[]
): readonly string[] {
  return lines
    .filter((line) => marks.some((mark) => line.startsWith(mark)))
    .map((line) => line.slice(1));
}
