import * as os from 'node:os';
import * as path from 'node:path';
import { fieldsOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';

/** A file as it is and as it would be, or why that cannot be said. */
export type PendingEdit =
  | { readonly file: string; readonly before: string; readonly after: string }
  | {
      readonly file: string;
      /** The reason, as a sentence. */
      readonly problem: string;
      /** The replaced text and its replacement, without the file around them. */
      readonly before: string;
      readonly after: string;
    };

interface Replacement {
  readonly old: string;
  readonly next: string;
  readonly all: boolean;
}

/** Works out what a tool call would do to one file; undefined where it is no edit of a text file. */
export interface EditCall {
  /** Absolute. */
  readonly file: string;
  /** The whole new text, or what is replaced one after the other. */
  readonly change: { readonly content: string } | { readonly replacements: readonly Replacement[] };
}

export function editCall(
  toolName: string,
  toolInput: unknown,
  folder: string,
): EditCall | undefined {
  const input = fieldsOf(toolInput);
  const named = input['file_path'];
  if (typeof named !== 'string' || named.trim() === '') return undefined;
  const file = fileNamed(named.trim(), folder);
  switch (toolName) {
    case 'Write': {
      const { content } = input;
      return typeof content === 'string' ? { file, change: { content } } : undefined;
    }
    case 'Edit': {
      const replacement = replacementIn(input);
      return replacement && { file, change: { replacements: [replacement] } };
    }
    case 'MultiEdit': {
      const edits: readonly unknown[] = Array.isArray(input['edits']) ? input['edits'] : [];
      const replacements = edits.map(replacementIn).filter((one) => one !== undefined);
      const whole = edits.length > 0 && replacements.length === edits.length;
      return whole ? { file, change: { replacements } } : undefined;
    }
    default:
      return undefined;
  }
}

/** The client cuts spaces off around a path, and writes to the home folder where it begins with `~/`. */
function fileNamed(named: string, folder: string): string {
  return named.startsWith('~/')
    ? path.join(os.homedir(), named.slice(2))
    : path.resolve(folder, named);
}

/** `current` is undefined where there is no such file. */
export function pendingEdit({ file, change }: EditCall, current: string | undefined): PendingEdit {
  const before = current ?? '';
  if ('content' in change) return { file, before, after: change.content };
  let text = before;
  for (const replacement of change.replacements) {
    const next = replaced(text, replacement, current === undefined);
    if (typeof next === 'object') {
      return {
        file,
        problem: next.problem,
        before: change.replacements.map(({ old }) => old).join('\n⋯\n'),
        after: change.replacements.map(({ next: by }) => by).join('\n⋯\n'),
      };
    }
    text = next;
  }
  return { file, before, after: text };
}

function replaced(
  text: string,
  { old, next, all }: Replacement,
  isNew: boolean,
): string | { readonly problem: string } {
  if (old === '') {
    return text === ''
      ? next
      : { problem: t('The file already has content, though this request creates it.') };
  }
  if (isNew) return { problem: t('The file doesn’t exist.') };
  const wanted = text.includes(old) ? old : sameLineEnds(old, text);
  const parts = text.split(wanted);
  const count = parts.length - 1;
  if (count === 0) return { problem: t('The file doesn’t contain the text to replace.') };
  if (count > 1 && !all) {
    return {
      problem: t('The text to replace occurs {0} times, and only one is meant.', count),
    };
  }
  return parts.join(sameLineEnds(next, text));
}

/** The client reads and writes a file of CRLF lines as if they ended with LF. */
function sameLineEnds(text: string, like: string): string {
  return like.includes('\r\n') && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

function replacementIn(value: unknown): Replacement | undefined {
  const { old_string: old, new_string: next, replace_all: all } = fieldsOf(value);
  if (typeof old !== 'string' || typeof next !== 'string') return undefined;
  return { old, next, all: all === true };
}
