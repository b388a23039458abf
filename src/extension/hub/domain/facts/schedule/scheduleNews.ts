import type { ToolKind } from '../../../../../shared/agents/tool';
import { toolKind } from '../../../../../shared/agents/tools';
import { comingTime } from '../../../../../shared/protocol/plausible';
import { fieldsOf } from '../../../../../shared/text/fields';
import { longestCron } from '../../words/cronTime';
import { textField } from '../../words/labels';
import type { ToolUse } from '../transcriptEntry';
import {
  scheduledPrompt,
  type ScheduleCall,
  type ScheduledRun,
  type ScheduleNews,
  type ListedRun,
} from './schedule';

/** Jobs of one list that are read; the client takes 50. */
const mostListed = 64;

/** Kinds of tools whose results tell what the client begins by itself. */
const scheduleTools: ReadonlySet<ToolKind> = new Set([
  'createJob',
  'deleteJob',
  'listJobs',
  'wakeUp',
]);

export function isScheduleTool(name: string): boolean {
  return scheduleTools.has(toolKind(name));
}

/** Calls whose results have not come; no message has more. */
const mostCalls = 32;

/** The calls that wait for their results after some more were made. */
export function withScheduleCalls(
  calls: readonly ScheduleCall[],
  uses: readonly ToolUse[],
): readonly ScheduleCall[] {
  const made = uses.filter(({ name }) => isScheduleTool(name)).map(callOf);
  if (made.length === 0) return calls;
  const ids = new Set(made.map(({ id }) => id));
  return [...calls.filter(({ id }) => !ids.has(id)), ...made].slice(-mostCalls);
}

function callOf({ id, name, input }: ToolUse): ScheduleCall {
  const { recurring, durable, stop } = fieldsOf(input);
  const prompt = textField(input, 'prompt');
  return {
    id,
    name,
    input: {
      cron: cronIn(input, 'cron'),
      prompt: prompt === undefined ? undefined : scheduledPrompt(prompt),
      ...pickBooleans({ recurring, durable, stop }),
    },
  };
}

/**
 * The news that a tool's call and result tell; undefined for any other tool, and where the result
 * says nothing. `response` as measured on client 2.1.332, the same in hook and transcript.
 */
export function newsOfTool(
  tool: string,
  input: unknown,
  response: unknown,
): ScheduleNews | undefined {
  switch (toolKind(tool)) {
    case 'createJob': {
      const run = jobOf({ ...fieldsOf(input), ...fieldsOf(response) });
      return run && { kind: 'created', run };
    }
    case 'deleteJob': {
      const id = textField(response, 'id');
      return id === undefined ? undefined : { kind: 'deleted', id };
    }
    case 'listJobs': {
      const { jobs } = fieldsOf(response);
      return Array.isArray(jobs) ? { kind: 'jobs', jobs: listed(jobs, jobOf) } : undefined;
    }
    case 'wakeUp': {
      const { scheduledFor } = fieldsOf(response);
      const at = comingTime(timeOf(scheduledFor));
      const isOff = fieldsOf(input)['stop'] === true;
      if (at === undefined && !isOff) return undefined;
      const prompt = scheduledPrompt(textField(input, 'prompt') ?? '');
      return { kind: 'wakeup', prompt, at: isOff ? undefined : at };
    }
    default:
      return undefined;
  }
}

/** The runs that a hook lists at a turn's end; undefined for clients that list none. */
export function newsOfStop(crons: readonly unknown[] | undefined): ScheduleNews | undefined {
  return crons && { kind: 'armed', runs: listed(crons, parseListedRun) };
}

/** The runs that the transcript's `session_cron_carry` lists, in both of its lists. */
export function newsOfCarry(carry: unknown): ScheduleNews | undefined {
  const { tasks, otherArmed } = fieldsOf(carry);
  if (!Array.isArray(tasks)) return undefined;
  const all: readonly unknown[] = [...tasks, ...(Array.isArray(otherArmed) ? otherArmed : [])];
  return { kind: 'armed', runs: listed(all, parseListedRun) };
}

function listed<T>(all: readonly unknown[], read: (one: unknown) => T | undefined): readonly T[] {
  return all
    .slice(0, mostListed)
    .map((one) => read(one))
    .filter((one) => one !== undefined);
}

function jobOf(value: unknown): ScheduledRun | undefined {
  const told = parseListedRun(value);
  if (told === undefined) return undefined;
  const { durable, nextFireAt } = fieldsOf(value);
  return { ...told, kind: 'job', durable: durable === true, at: comingTime(timeOf(nextFireAt)) };
}

/** A job without `recurring` is one that recurs: the tool's own default. */
function parseListedRun(value: unknown): ListedRun | undefined {
  const id = textField(value, 'id');
  if (id === undefined || id.length > 200) return undefined;
  return {
    id,
    cron: cronIn(value, 'cron') ?? cronIn(value, 'schedule'),
    recurring: fieldsOf(value)['recurring'] !== false,
    prompt: scheduledPrompt(textField(value, 'prompt') ?? ''),
  };
}

/** An expression that could be one: what is longer is not kept. */
function cronIn(value: unknown, field: string): string | undefined {
  const cron = textField(value, field);
  return cron !== undefined && cron.length <= longestCron ? cron : undefined;
}

/** The fields that are true or false; whatever else stands there is not kept. */
function pickBooleans(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'boolean'),
  );
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
