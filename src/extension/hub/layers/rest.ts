/** States whose words a label may replace: nothing is asked for, and nothing stopped the work. */
const restingStates: ReadonlySet<string> = new Set(['idle', 'task_complete', 'session_ended']);

/** True where a session came to rest by itself. */
export function isAtRest(state: string): boolean {
  return restingStates.has(state);
}
