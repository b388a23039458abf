import type { ToolKind } from '../../../../../shared/agents/tool';
import { toolKind } from '../../../../../shared/agents/tools';
import { comingTime } from '../../../../../shared/protocol/plausible';
import { fieldsOf } from '../../../../../shared/text/fields';
import { maxCronLength } from '../../words/cronTime';
import { textField } from '../../words/labels';
import type { ToolUse } from '../transcriptEntry';
import {
  scheduledPrompt,
  type ScheduleCall,
  type ScheduledRun,
  type ScheduleChange,
  type ListedRun,
} from './schedule';

/** Maximum number of jobs to read from one list; the client accepts 50. */
const maxListed = 64;

/** Kinds of tools whose results report scheduled runs. */
const scheduleTools: ReadonlySet<ToolKind> = new Set([
  'createJob',
  'deleteJob',
  'listJobs',
  'wakeUp',
]);

export function isScheduleTool(name: string): boolean {
  return scheduleTools.has(toolKind(name));
}

/** Maximum number of calls without a result to retain; more than one message contains. */
const maxCalls = 32;

/** Adds the schedule calls among tool uses to those that wait for their results. */
export function addScheduleCalls(
  calls: readonly ScheduleCall[],
  uses: readonly ToolUse[],
): readonly ScheduleCall[] {
  const newCalls = uses.filter(({ name }) => isScheduleTool(name)).map(toScheduleCall);
  if (newCalls.length === 0) return calls;
  const ids = new Set(newCalls.map(({ id }) => id));
  return [...calls.filter(({ id }) => !ids.has(id)), ...newCalls].slice(-maxCalls);
}

function toScheduleCall({ id, name, input }: ToolUse): ScheduleCall {
  const { recurring, durable, stop } = fieldsOf(input);
  const prompt = textField(input, 'prompt');
  return {
    id,
    name,
    input: {
      cron: readCron(input, 'cron'),
      prompt: prompt === undefined ? undefined : scheduledPrompt(prompt),
      ...pickBooleans({ recurring, durable, stop }),
    },
  };
}

/**
 * Returns the change of the schedule by a tool's call and result; undefined for other tools and for
 * a result without the data. The form of `response` was measured on client 2.1.332; it is the same
 * in hook and transcript.
 */
export function scheduleChangeOfTool(
  tool: string,
  input: unknown,
  response: unknown,
): ScheduleChange | undefined {
  switch (toolKind(tool)) {
    case 'createJob': {
      const run = parseJob({ ...fieldsOf(input), ...fieldsOf(response) });
      return run && { kind: 'created', run };
    }
    case 'deleteJob': {
      const id = textField(response, 'id');
      return id === undefined ? undefined : { kind: 'deleted', id };
    }
    case 'listJobs': {
      const { jobs } = fieldsOf(response);
      return Array.isArray(jobs) ? { kind: 'jobs', jobs: parseList(jobs, parseJob) } : undefined;
    }
    case 'wakeUp': {
      const { scheduledFor } = fieldsOf(response);
      const at = comingTime(readNumber(scheduledFor));
      const isOff = fieldsOf(input)['stop'] === true;
      if (at === undefined && !isOff) return undefined;
      const prompt = scheduledPrompt(textField(input, 'prompt') ?? '');
      return { kind: 'wakeup', prompt, at: isOff ? undefined : at };
    }
    default:
      return undefined;
  }
}

/**
 * Returns the change by the list of runs in the hook of a turn's end; undefined for clients that
 * send no list.
 */
export function scheduleChangeOfTurnEnd(
  crons: readonly unknown[] | undefined,
): ScheduleChange | undefined {
  return crons && { kind: 'armed', runs: parseList(crons, parseListedRun) };
}

/**
 * Returns the change by the transcript's `session_cron_carry` record, which has two lists of runs.
 */
export function scheduleChangeOfCarry(carry: unknown): ScheduleChange | undefined {
  const { tasks, otherArmed } = fieldsOf(carry);
  if (!Array.isArray(tasks)) return undefined;
  const all: readonly unknown[] = [...tasks, ...(Array.isArray(otherArmed) ? otherArmed : [])];
  return { kind: 'armed', runs: parseList(all, parseListedRun) };
}

/** Returns the change by the transcript's `scheduled_task_fire` record. */
export function scheduleChangeOfStart(record: unknown): ScheduleChange | undefined {
  const id = textField(record, 'taskId');
  if (id === undefined || id.length > 200) return undefined;
  return { kind: 'started', id, isWakeup: fieldsOf(record)['taskKind'] === 'loop' };
}

function parseList<T>(
  all: readonly unknown[],
  read: (one: unknown) => T | undefined,
): readonly T[] {
  return all
    .slice(0, maxListed)
    .map((one) => read(one))
    .filter((one) => one !== undefined);
}

function parseJob(value: unknown): ScheduledRun | undefined {
  const listed = parseListedRun(value);
  if (listed === undefined) return undefined;
  const { durable, nextFireAt } = fieldsOf(value);
  return {
    ...listed,
    kind: 'job',
    durable: durable === true,
    at: comingTime(readNumber(nextFireAt)),
  };
}

/** Parses a listed run. A job without `recurring` recurs, which is the tool's default. */
function parseListedRun(value: unknown): ListedRun | undefined {
  const id = textField(value, 'id');
  if (id === undefined || id.length > 200) return undefined;
  return {
    id,
    cron: readCron(value, 'cron') ?? readCron(value, 'schedule'),
    recurring: fieldsOf(value)['recurring'] !== false,
    prompt: scheduledPrompt(textField(value, 'prompt') ?? ''),
    ...readAge(value),
  };
}

/** Creation and greatest age of a run, as far as they are reported. */
function readAge(value: unknown): Pick<ListedRun, 'createdAt' | 'maxAgeMs'> {
  const { createdAt: created, maxAgeMs: age } = fieldsOf(value);
  const createdAt = comingTime(readNumber(created));
  const maxAgeMs = readNumber(age);
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...(maxAgeMs !== undefined && maxAgeMs > 0 && { maxAgeMs }),
  };
}

/** The cron expression in a field; undefined if it is too long to be valid. */
function readCron(value: unknown, field: string): string | undefined {
  const cron = textField(value, field);
  return cron !== undefined && cron.length <= maxCronLength ? cron : undefined;
}

/** The fields with boolean values. */
function pickBooleans(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'boolean'),
  );
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
