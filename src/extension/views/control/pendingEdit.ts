import { t } from '../../../shared/words/l10n';
import type { EditCall, TextReplacement } from '../../util/files/editCall';

/** A file before and after an edit, or why that can't be determined. */
export type PendingEdit =
  | { readonly file: string; readonly before: string; readonly after: string }
  | {
      readonly file: string;
      /** The reason, as a sentence. */
      readonly problem: string;
      /** The replaced text and its replacement, without the surrounding file. */
      readonly before: string;
      readonly after: string;
    };

/**
 * Applies the change to the current text of the file, which is undefined if the file does not
 * exist.
 */
export function pendingEdit({ file, change }: EditCall, current: string | undefined): PendingEdit {
  const before = current ?? '';
  if ('content' in change) return { file, before, after: change.content };
  let text = before;
  for (const replacement of change.replacements) {
    const next = applyReplacement(text, replacement, current === undefined);
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

function applyReplacement(
  text: string,
  { old, next, all }: TextReplacement,
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

/**
 * Converts LF to CRLF if the file uses CRLF: the client converts to LF when it reads a file, and
 * back when it writes it.
 */
function sameLineEnds(text: string, like: string): string {
  return like.includes('\r\n') && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}
