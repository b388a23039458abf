import { fieldsOf } from '../text/fields';
import type { Shown } from '../text/plainText';
import type { PendingRequest } from '../protocol/protocol';

/** Fields of a shell command that say nothing that is done beside it. */
const harmlessFields = new Set(['command', 'description', 'timeout']);

/** Letters that nobody takes for others, and marks as they are on a keyboard. */
const unmistakable = /^[ -~À-ÖØ-öø-\u0130\u0132-\u0137\u0139-\u017E]*$/;
/** Blanks that one does not count, and what a notification would make a link of. */
const unclear = /^ | $| {2}|\]\(/;

/** Letters that are written from right to left, and so put what stands beside them in another order. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** True where all of a request was shown: as it is, or so that it could be written down again. */
export function isToldWhole(
  { whole }: Pick<PendingRequest, 'whole'>,
  told: readonly Pick<Shown, 'missing'>[],
): boolean {
  return whole && told.every(({ missing }) => missing === 0);
}

/** True where letters of the text are drawn in another order than that in which they run. */
export function reorders(text: string): boolean {
  return rightToLeft.test(text);
}

/** True for a text that a plain sentence of so many characters tells, with nothing to mistake. */
export function isPlainlyTold(text: string, maxLength: number): boolean {
  return text.length <= maxLength && unmistakable.test(text) && !unclear.test(text);
}

/**
 * True where one sentence says all that would happen, a shell command in the session's own folder:
 * only then is it allowed without a closer look.
 */
export function isToldInSentence(
  request: PendingRequest | undefined,
  projectPath: string,
  maxLength: number,
): boolean {
  if (request?.toolName !== 'Bash' || !request.whole) return false;
  const { toolInput, cwd = projectPath } = request;
  const input = fieldsOf(toolInput);
  const { command } = input;
  return (
    typeof command === 'string' &&
    isPlainlyTold(command, maxLength) &&
    cwd === projectPath &&
    Object.keys(input).every((field) => harmlessFields.has(field))
  );
}
