import { toolName } from '../../../../shared/agents/tools';
import type { HookReport } from '../../../hub/domain/facts/event';
import { markedLines } from '../rollout/patch';
import type { PatchChange } from './serverMessages';

type Call = Pick<HookReport, 'tool' | 'input'>;

const words: Readonly<Record<PatchChange['kind']['type'], string>> = {
  add: 'Add',
  delete: 'Delete',
  update: 'Update',
};

/** Marks of the lines: hunks of an update have their own. */
const marks: typeof words = { add: '+', delete: '-', update: '' };

/**
 * Returns the call that a patch is shown as, with all that it changes: the change of one file as
 * such, any other as a text. `reason` is the agent's own comment.
 */
export function changedFiles(changes: readonly PatchChange[], reason?: string | null): Call {
  const [first, ...others] = changes;
  const isPlain = first !== undefined && others.length === 0 && !reason;
  return (isPlain ? oneFile(first) : undefined) ?? patch(changes, reason);
}

function oneFile({ path, kind, diff }: PatchChange): Call | undefined {
  if (kind.type === 'add')
    return { tool: toolName('write'), input: { file_path: path, content: diff } };
  const sides = kind.type === 'update' && !kind.move_path ? sidesOf(diff) : undefined;
  return sides && { tool: toolName('edit'), input: { file_path: path, ...sides } };
}

/** The text before and after the only hunk of a diff; undefined for any other diff. */
function sidesOf(diff: string): { old_string: string; new_string: string } | undefined {
  const [head = '', ...lines] = diff.split('\n');
  if (!head.startsWith('@@ ') || lines.pop() !== '') return undefined;
  if (!lines.every((line) => /^[ +-]/u.test(line))) return undefined;
  const side = (mark: string): string =>
    markedLines(lines, mark, ' ')
      .map((line) => `${line}\n`)
      .join('');
  return { old_string: side('-'), new_string: side('+') };
}

/** The patch in the program's own form, which its hooks report. */
function patch(changes: readonly PatchChange[], reason: string | null | undefined): Call {
  const lines = changes.flatMap(({ path, kind, diff }) => [
    `*** ${words[kind.type]} File: ${path}`,
    ...(kind.move_path ? [`*** Move to: ${kind.move_path}`] : []),
    ...linesOf(diff).map((line) => marks[kind.type] + line),
  ]);
  const text = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
  return { tool: 'apply_patch', input: { patch: text, ...(reason && { reason }) } };
}

/** Lines of a text, without an empty one after its last line break. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
