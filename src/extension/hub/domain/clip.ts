const keptLength = 1_000;

/** The beginning and the end of a long text: what an answer is about, and what it ends with. */
export function clipped<T extends string | undefined>(text: T): T | string {
  if (text === undefined || text.length <= keptLength * 2) return text;
  return alone(`${text.slice(0, keptLength)}\n\n…\n\n${text.slice(-keptLength)}`);
}

/** The beginning of a text. */
export function firstOf(text: string, length: number): string {
  return text.length <= length ? text : alone(`${text.slice(0, length - 1)}…`);
}

/** As much of a prompt as a card and a title show; people paste whole files. */
export function keptPrompt(prompt: string): string {
  return firstOf(prompt.trimStart(), keptLength);
}

/** A part of a text keeps the whole text in memory; one that is written anew does not. */
function alone(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
