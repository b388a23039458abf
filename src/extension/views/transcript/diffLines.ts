/** Lines around a change that are worth showing. */
const contextLines = 2;

/** A replacement as `- old` and `+ new`, with a little of what both share at either end. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const sharedEnd = before.slice(before.length - tail);
  return [
    ...before.slice(Math.max(0, head - contextLines), head).map((line) => `  ${line}`.trimEnd()),
    ...before.slice(head, before.length - tail).map((line) => `- ${line}`.trimEnd()),
    ...after.slice(head, after.length - tail).map((line) => `+ ${line}`.trimEnd()),
    ...sharedEnd.slice(0, contextLines).map((line) => `  ${line}`.trimEnd()),
  ];
}
