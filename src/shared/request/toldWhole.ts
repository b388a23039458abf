import { commandIn } from '../agents/inputs';
import { isPosixShell, toolField } from '../agents/tools';
import { fieldsOf } from '../text/fields';
import type { Shown } from '../text/plainText';
import type { PendingRequest } from '../protocol/protocol';

/** Text of printable ASCII and of accented Latin letters without lookalikes. */
const unmistakable = /^[ -~À-ÖØ-öø-\u0130\u0132-\u0137\u0139-\u017E]*$/;
/** Blanks that a reader can't count, and Markdown links, which a notification would render. */
const unclear = /^ | $| {2}|\]\(/;

/** Letters written from right to left, which reorder the text around them. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** True if the request was received and shown completely. */
export function isShownCompletely(
  { whole }: Pick<PendingRequest, 'whole'>,
  parts: readonly Pick<Shown, 'missing'>[],
): boolean {
  return whole && parts.every(({ missing }) => missing === 0);
}

/**
 * True if the text contains right-to-left letters, which display parts of a command in a different
 * order than they run.
 */
export function hasRightToLeftLetters(text: string): boolean {
  return rightToLeft.test(text);
}

/** True for a text that fits a sentence of this length and is unambiguous. */
export function isUnambiguousText(text: string, maxLength: number): boolean {
  return text.length <= maxLength && unmistakable.test(text) && !unclear.test(text);
}

/**
 * True if one sentence shows the complete request: a shell command in the session's folder. Only
 * such a request can be answered without opening its full view.
 */
export function fitsInSentence(
  request: PendingRequest | undefined,
  projectPath: string,
  maxLength: number,
): boolean {
  if (request?.whole !== true || !isPosixShell(request.toolName)) return false;
  const { toolName, toolInput, cwd = projectPath } = request;
  const command = commandIn(toolInput);
  return (
    command !== undefined &&
    isUnambiguousText(command, maxLength) &&
    cwd === projectPath &&
    // An unknown field may change what the command does.
    Object.keys(fieldsOf(toolInput)).every((field) => toolField(toolName, field) !== undefined)
  );
}
