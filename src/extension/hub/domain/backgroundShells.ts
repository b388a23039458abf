import { textField } from './labels';
import type { HookState } from './session';

/**
 * How long a session counts as waiting for its background shells, in ms. A build wakes the agent when
 * it ends; a server that is still there after this will not, and the person is not to miss the prompt.
 */
export const backgroundShellMs = 10 * 60_000;

/** Whether a server, say, is all that runs on after the turn. */
export function waitsForShellsAlone({ context }: Pick<HookState, 'context'>): boolean {
  const tasks = context?.['backgroundTasks'];
  return Array.isArray(tasks) && tasks.every((task) => textField(task, 'type') === 'shell');
}
