/** What a session did when it ended. */
export type EndedFrom = 'rest' | 'work' | { readonly failed: string };

/** How a session's end shows: closed, cut off in its work, or closed with an error as its last word. */
export function ending(
  from: EndedFrom,
  closedLabel: string,
): { readonly state: string; readonly label: string } {
  if (from === 'rest') return { state: 'session_ended', label: closedLabel };
  if (from === 'work') return { state: 'cancelled', label: `${closedLabel} while working` };
  return { state: 'failed', label: `Failed: ${from.failed}` };
}
