import type { HookPayload } from './event';
import type { ToolResult, ToolUse } from './event';
import { textField } from '../words/labels';
import { fieldsOf } from '../../../../shared/text/fields';
import type { TaskFact } from './session';

/** More items than a person follows; what a list names beyond is not kept. */
const mostListed = 200;

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
function dropDeletedTask(tasks: readonly TaskFact[], payload: HookPayload): readonly TaskFact[] {
  if (payload.tool_name !== 'TaskUpdate' || textField(payload.tool_input, 'status') !== 'deleted') {
    return tasks;
  }
  const id = textField(payload.tool_input, 'taskId');
  return tasks.filter((one) => one.id !== id);
}

/** The list of to-dos as the agent last wrote it: without Task tools, TodoWrite replaces it whole. */
function afterTodoWrite(
  tasks: readonly TaskFact[],
  input: unknown,
  at: number,
): readonly TaskFact[] {
  const todos = fieldsOf(input)['todos'];
  if (!Array.isArray(todos)) return tasks;
  const listed = new Map<string, TaskFact>();
  for (const todo of todos.slice(0, mostListed)) {
    const subject = textField(todo, 'content');
    if (subject === undefined) continue;
    const id = `todo ${subject}`;
    const known = tasks.find((one) => one.id === id);
    const completed = textField(todo, 'status') === 'completed';
    const completedAt = completed ? (known?.completedAt ?? at) : undefined;
    listed.set(id, { id, subject, completedAt, listedAt: at });
  }
  return [...tasks.filter((one) => one.listedAt === undefined), ...listed.values()];
}

/** What the call of a tool does to the tasks before its result is known. */
export function tasksAfterCall(
  tasks: readonly TaskFact[],
  payload: HookPayload,
  at: number,
): readonly TaskFact[] {
  if (payload.tool_name === 'TodoWrite') return afterTodoWrite(tasks, payload.tool_input, at);
  return dropDeletedTask(tasks, payload);
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
    if (name === 'TodoWrite') next = afterTodoWrite(next, input, at);
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

/** One list of both; a task is completed when either says so, and the later list of to-dos counts. */
export function mergeTasks(a: readonly TaskFact[], b: readonly TaskFact[]): readonly TaskFact[] {
  const merged = new Map<string, TaskFact>();
  const [listedA, listedB] = [listedAt(a), listedAt(b)];
  for (const one of a) {
    if (one.listedAt === undefined || listedA >= listedB) merged.set(one.id, one);
  }
  for (const one of b) {
    if (one.listedAt !== undefined && listedB <= listedA) continue;
    const known = merged.get(one.id);
    if (known === undefined || known.completedAt === undefined) merged.set(one.id, one);
  }
  return [...merged.values()];
}

function listedAt(tasks: readonly TaskFact[]): number {
  return tasks.find((one) => one.listedAt !== undefined)?.listedAt ?? -Infinity;
}
