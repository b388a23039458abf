/** Longest prompt, in characters. */
export const maxPromptLength = 100_000;
