/**
 * Parts of a session's work that a follow-up can quote, written in braces: `{last message}`. The
 * quoted session is the source of the condition or, for a condition on the time, the session that
 * receives the prompt.
 */
export const followUpQuotes = ['last message', 'files', 'branch', 'pr', 'test output'] as const;
export type FollowUpQuote = (typeof followUpQuotes)[number];
