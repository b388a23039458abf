import { withoutControls } from './plainText';

/** Longest prompt, in characters. */
export const maxPromptLength = 100_000;

/** What may be typed into a terminal: no control characters but line breaks and tabs. */
export function promptText(text: string): string {
  return withoutControls(text).trim();
}
