/** States whose text a label may replace: the session needs no answer and was not interrupted. */
const restingStates: ReadonlySet<string> = new Set(['idle', 'task_complete', 'session_ended']);

/** True if a session is idle or ended without a problem. */
export function isAtRest(state: string): boolean {
  return restingStates.has(state);
}
