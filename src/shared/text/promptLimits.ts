/** Longest prompt, in characters. */
export const maxPromptLength = 100_000;

/** Text of a prompt: line breaks of one kind, as terminals know only one, and trimmed. */
export function promptText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Prompt that retries a failed turn. */
export const continuation = 'Continue where you left off.';
