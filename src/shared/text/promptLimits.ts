/** Longest prompt, in characters. */
export const maxPromptLength = 100_000;

/** Characters that a terminal would interpret as a key or a command, and lone surrogates. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
export const untypableCharacters = /(?![\t\n\r])[\u0000-\u001F\u007F-\u009F]|\p{Cs}/gu;

/** Trims a prompt and normalizes its line breaks to `\n`. */
export function promptText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Prompt that retries a failed turn. */
export const continuationPrompt = 'Continue where you left off.';
