/**
 * Parts of a session's work that a follow-up can quote, written in braces: `{last message}`. The
 * source of the condition is quoted; at a time, the session that receives the prompt.
 */
export const followUpQuotes = ['last message', 'files', 'branch', 'pr', 'test output'] as const;
export type FollowUpQuote = (typeof followUpQuotes)[number];
