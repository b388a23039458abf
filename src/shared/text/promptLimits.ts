/** Longest prompt, in characters. */
export const maxPromptLength = 100_000;

/** Text of a prompt: trimmed, with normalized line breaks, because terminals know only one kind. */
export function promptText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Prompt that retries a failed turn. */
export const continuation = 'Continue where you left off.';
