import * as os from 'node:os';
import * as path from 'node:path';
import { fieldsOf } from '../../../shared/text/fields';

/** Text that an edit replaces in a file. */
export interface Replacement {
  readonly old: string;
  readonly next: string;
  readonly all: boolean;
}

/** A tool call that changes one text file. */
export interface EditCall {
  /** Absolute. */
  readonly file: string;
  /** The whole new text, or what is replaced one after the other. */
  readonly change: { readonly content: string } | { readonly replacements: readonly Replacement[] };
}

/** The change that a tool call makes to one file; undefined where it is no edit of a text file. */
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

function replacementIn(value: unknown): Replacement | undefined {
  const { old_string: old, new_string: next, replace_all: all } = fieldsOf(value);
  if (typeof old !== 'string' || typeof next !== 'string') return undefined;
  return { old, next, all: all === true };
}
