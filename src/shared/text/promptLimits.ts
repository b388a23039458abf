/** Longest prompt, in characters. */
export const maxPromptLength = 100_000;

/** As it is written, but for line ends, of which a terminal knows one kind, and blanks around it. */
export function promptText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}
