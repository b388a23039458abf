import type { HookPayload } from './event';
import type { ToolResult, ToolUse } from './event';
import { textField } from './labels';
import type { TaskFact } from './session';

export function createTask(tasks: readonly TaskFact[], payload: HookPayload): readonly TaskFact[] {
  const id = payload.task_id;
  if (id === undefined) return tasks;
  const task = { id, subject: payload.task_subject ?? `Task ${id}`, completedAt: undefined };
  return [...tasks.filter((one) => one.id !== id), task];
}

/** A task whose creation was missed is taken as created. */
export function completeTask(
  tasks: readonly TaskFact[],
  payload: HookPayload,
  at: number,
): readonly TaskFact[] {
  const id = payload.task_id;
  if (id === undefined) return tasks;
  const known = tasks.some((one) => one.id === id) ? tasks : createTask(tasks, payload);
  return known.map((one) => (one.id === id ? { ...one, completedAt: at } : one));
}

/** TaskUpdate to `deleted` has no event of its own. */
export function dropDeletedTask(
  tasks: readonly TaskFact[],
  payload: HookPayload,
): readonly TaskFact[] {
  if (payload.tool_name !== 'TaskUpdate' || textField(payload.tool_input, 'status') !== 'deleted') {
    return tasks;
  }
  const id = textField(payload.tool_input, 'taskId');
  return tasks.filter((one) => one.id !== id);
}

/** The task that this turn completed last, when it left none open. */
export function finishedTask(
  tasks: readonly TaskFact[],
  turnStartedAt: number | undefined,
): TaskFact | undefined {
  if (tasks.some((one) => one.completedAt === undefined)) return undefined;
  const since = turnStartedAt ?? 0;
  return tasks
    .filter((one) => one.completedAt !== undefined && one.completedAt >= since)
    .reduce<TaskFact | undefined>(
      (last, one) =>
        last === undefined || (one.completedAt ?? 0) >= (last.completedAt ?? 0) ? one : last,
      undefined,
    );
}

/** What TaskUpdate calls in the transcript do to the list; a refused call is rare and heals at the next. */
export function tasksAfterUses(
  tasks: readonly TaskFact[],
  uses: readonly ToolUse[],
  at: number,
): readonly TaskFact[] {
  let next = tasks;
  for (const { name, input } of uses) {
    const id = textField(input, 'taskId');
    const status = textField(input, 'status');
    if (name !== 'TaskUpdate' || id === undefined) continue;
    if (status === 'deleted') next = next.filter((one) => one.id !== id);
    if (status === 'completed') {
      next = next.map((one) => (one.id === id ? { ...one, completedAt: at } : one));
    }
  }
  return next;
}

/** A TaskCreate's result names the task. */
export function tasksAfterResults(
  tasks: readonly TaskFact[],
  results: readonly ToolResult[],
): readonly TaskFact[] {
  const made = results.map((result) => result.task).filter((task) => task !== undefined);
  const fresh = made.filter((task) => !tasks.some((one) => one.id === task.id));
  return fresh.length === 0
    ? tasks
    : [...tasks, ...fresh.map((task) => ({ ...task, completedAt: undefined }))];
}

/** One list of both; a task is completed when either says so. */
export function mergeTasks(a: readonly TaskFact[], b: readonly TaskFact[]): readonly TaskFact[] {
  const merged = new Map(a.map((one) => [one.id, one]));
  for (const one of b) {
    const known = merged.get(one.id);
    if (known === undefined || known.completedAt === undefined) merged.set(one.id, one);
  }
  return [...merged.values()];
}
