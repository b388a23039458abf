import { commandIn } from '../agents/inputs';
import { isPosixShell, toolField } from '../agents/tools';
import { fieldsOf } from '../text/fields';
import type { Shown } from '../text/plainText';
import type { PendingRequest } from '../protocol/protocol';

/** Letters that are not mistaken for others, and marks of a keyboard. */
const unmistakable = /^[ -~À-ÖØ-öø-\u0130\u0132-\u0137\u0139-\u017E]*$/;
/** Blanks that cannot be counted, and what a notification would turn into a link. */
const unclear = /^ | $| {2}|\]\(/;

/** Letters written from right to left, which reorder the text around them. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** True where a request was shown without loss. */
export function isToldWhole(
  { whole }: Pick<PendingRequest, 'whole'>,
  told: readonly Pick<Shown, 'missing'>[],
): boolean {
  return whole && told.every(({ missing }) => missing === 0);
}

/** True where parts of the text are drawn in another order than that in which they run. */
export function reorders(text: string): boolean {
  return rightToLeft.test(text);
}

/** True for a text that fits into a sentence of this length and cannot be mistaken. */
export function isPlainlyTold(text: string, maxLength: number): boolean {
  return text.length <= maxLength && unmistakable.test(text) && !unclear.test(text);
}

/**
 * True where one sentence tells the whole request, a shell command in the folder of the session:
 * only then can it be allowed without a closer look.
 */
export function isToldInSentence(
  request: PendingRequest | undefined,
  projectPath: string,
  maxLength: number,
): boolean {
  if (request?.whole !== true || !isPosixShell(request.toolName)) return false;
  const { toolName, toolInput, cwd = projectPath } = request;
  const command = commandIn(toolInput);
  return (
    command !== undefined &&
    isPlainlyTold(command, maxLength) &&
    cwd === projectPath &&
    // What else a shell is told may change what the command does.
    Object.keys(fieldsOf(toolInput)).every((field) => toolField(toolName, field) !== undefined)
  );
}
