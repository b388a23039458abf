import type { HookReport } from './event';
import type { ToolResult, ToolUse } from './transcriptEntry';
import { taskChangeIn, todosIn } from '../../../../shared/agents/inputs';
import { toolKind } from '../../../../shared/agents/tools';
import type { TaskFact } from './session';

/** Maximum number of to-do items to read from one list. */
const maxListed = 200;

export function createTask(tasks: readonly TaskFact[], report: HookReport): readonly TaskFact[] {
  const id = report.taskId;
  if (id === undefined) return tasks;
  const task = { id, subject: report.taskSubject ?? `Task ${id}`, completedAt: undefined };
  return [...tasks.filter((one) => one.id !== id), task];
}

/** Completes a task; creates it first if its creation was missed. */
export function completeTask(
  tasks: readonly TaskFact[],
  report: HookReport,
  at: number,
): readonly TaskFact[] {
  const id = report.taskId;
  if (id === undefined) return tasks;
  const known = tasks.some((one) => one.id === id) ? tasks : createTask(tasks, report);
  return known.map((one) => (one.id === id ? { ...one, completedAt: at } : one));
}

/** Drops the task that a call deletes; no hook reports the deletion itself. */
function dropDeletedTask(tasks: readonly TaskFact[], report: HookReport): readonly TaskFact[] {
  if (toolKind(report.tool ?? '') !== 'changeTask') return tasks;
  const { id, status } = taskChangeIn(report.input);
  return status === 'deleted' ? tasks.filter((one) => one.id !== id) : tasks;
}

/** Applies a call that replaces the complete to-do list. */
function applyTodos(tasks: readonly TaskFact[], input: unknown, at: number): readonly TaskFact[] {
  const todos = todosIn(input, maxListed);
  if (todos === undefined) return tasks;
  const listed = new Map<string, TaskFact>();
  for (const { text: subject, status } of todos) {
    if (subject === '') continue;
    const id = `todo ${subject}`;
    const known = tasks.find((one) => one.id === id);
    const completedAt = status === 'completed' ? (known?.completedAt ?? at) : undefined;
    listed.set(id, { id, subject, completedAt, listedAt: at });
  }
  return [...tasks.filter((one) => one.listedAt === undefined), ...listed.values()];
}

/** Applies a tool call before its result is known. */
export function tasksAfterCall(
  tasks: readonly TaskFact[],
  report: HookReport,
  at: number,
): readonly TaskFact[] {
  if (toolKind(report.tool ?? '') === 'todos') return applyTodos(tasks, report.input, at);
  return dropDeletedTask(tasks, report);
}

/** Returns the task that this turn completed last; undefined while any task is open. */
export function finishedTask(
  tasks: readonly TaskFact[],
  turnStartedAt: number | undefined,
): TaskFact | undefined {
  if (tasks.some((one) => one.completedAt === undefined)) return undefined;
  const since = turnStartedAt ?? 0;
  return tasks
    .filter(({ completedAt = 0 }) => completedAt >= since)
    .toSorted((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0))
    .at(-1);
}

/**
 * Applies the tool uses of a transcript entry. A call that was denied is applied as well; this is
 * rare, and the agent's next call corrects it.
 */
export function tasksAfterUses(
  tasks: readonly TaskFact[],
  uses: readonly ToolUse[],
  at: number,
): readonly TaskFact[] {
  let next = tasks;
  for (const { name, input } of uses) {
    const kind = toolKind(name);
    if (kind === 'todos') next = applyTodos(next, input, at);
    if (kind !== 'changeTask') continue;
    const { id, status } = taskChangeIn(input);
    if (id === undefined) continue;
    if (status === 'deleted') next = next.filter((one) => one.id !== id);
    if (status === 'completed') {
      next = next.map((one) => (one.id === id ? { ...one, completedAt: at } : one));
    }
  }
  return next;
}

/** Adds the tasks that tool results report as created. */
export function tasksAfterResults(
  tasks: readonly TaskFact[],
  results: readonly ToolResult[],
): readonly TaskFact[] {
  const created = results.map((result) => result.task).filter((task) => task !== undefined);
  const fresh = created.filter((task) => !tasks.some((one) => one.id === task.id));
  return fresh.length === 0
    ? tasks
    : [...tasks, ...fresh.map((task) => ({ ...task, completedAt: undefined }))];
}

/**
 * Merges the tasks of two sources: a task is completed if either source reports it as completed,
 * and the newer to-do list replaces the older one.
 */
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
