const keptLength = 1_000;

/** The beginning and the end of a long text: what an answer is about, and what it ends with. */
export function clipped<T extends string | undefined>(text: T): T | string {
  if (text === undefined || text.length <= keptLength * 2) return text;
  return `${text.slice(0, keptLength)}\n\n…\n\n${text.slice(-keptLength)}`;
}
