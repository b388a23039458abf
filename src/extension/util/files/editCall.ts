import * as os from 'node:os';
import * as path from 'node:path';
import { replacementsIn, textFileIn } from '../../../shared/agents/inputs';
import { contentIn, toolKind } from '../../../shared/agents/tools';
import { fieldsOf } from '../../../shared/text/fields';

/** Text that an edit replaces in a file. */
export interface TextReplacement {
  readonly old: string;
  readonly next: string;
  readonly all: boolean;
}

/** A tool call that changes one text file. */
export interface EditCall {
  /** Absolute path. */
  readonly file: string;
  /** The complete new text, or replacements that are applied in order. */
  readonly change:
    { readonly content: string } | { readonly replacements: readonly TextReplacement[] };
}

/** The change that a tool call makes to one text file; undefined if it makes none. */
export function editCall(
  toolName: string,
  toolInput: unknown,
  folder: string,
): EditCall | undefined {
  const named = textFileIn(toolInput)?.trim() ?? '';
  if (named === '') return undefined;
  const file = resolveFile(named, folder);
  switch (toolKind(toolName)) {
    case 'write': {
      const content = contentIn(toolName, fieldsOf(toolInput));
      return content === undefined ? undefined : { file, change: { content } };
    }
    case 'edit': {
      const edits = replacementsIn(toolName, toolInput);
      const replacements = edits.map(toReplacement).filter((one) => one !== undefined);
      const whole = edits.length > 0 && replacements.length === edits.length;
      return whole ? { file, change: { replacements } } : undefined;
    }
    default:
      return undefined;
  }
}

/** The client trims a path, and resolves a leading `~/` to the home folder. */
function resolveFile(named: string, folder: string): string {
  return named.startsWith('~/')
    ? path.join(os.homedir(), named.slice(2))
    : path.resolve(folder, named);
}

function toReplacement({
  old,
  next,
  all,
}: ReturnType<typeof replacementsIn>[number]): TextReplacement | undefined {
  if (typeof old !== 'string' || typeof next !== 'string') return undefined;
  return { old, next, all: all === true };
}
