import { truncateText } from '../../words/clip';
import { nextTime, startAfter } from '../../words/cronTime';

/** A run that the client has scheduled to start on its own. */
export interface ScheduledRun {
  /** Undefined for a wake-up until the list at a turn's end reports its id. */
  readonly id: string | undefined;
  readonly kind: 'job' | 'wakeup';
  /** The cron expression in local time, if known. */
  readonly cron: string | undefined;
  readonly recurring: boolean;
  /**
   * True for a run that the client stores in a file of the project and does not list at a turn's
   * end.
   */
  readonly durable: boolean;
  readonly prompt: string;
  /** The next start as reported by the client, in ms since 1970. */
  readonly at: number | undefined;
}

/** The runs that one source has reported, and the time of its last report, in ms since 1970. */
export interface Schedule {
  readonly at: number;
  readonly runs: readonly ScheduledRun[];
}

/** A change of a schedule, from a tool's input, its result or a list of the client. */
export type ScheduleChange =
  | { readonly kind: 'created'; readonly run: ScheduledRun }
  | { readonly kind: 'deleted'; readonly id: string }
  /** A wake-up, which replaces the previous one; without a time it cancels it. */
  | { readonly kind: 'wakeup'; readonly prompt: string; readonly at: number | undefined }
  /** The complete list of jobs, including durable ones, without wake-ups. */
  | { readonly kind: 'jobs'; readonly jobs: readonly ScheduledRun[] }
  /** The complete list of runs except durable ones. */
  | { readonly kind: 'armed'; readonly runs: readonly ListedRun[] };

/** A run as listed by the client, without its start time. */
export interface ListedRun {
  readonly id: string;
  readonly cron: string | undefined;
  readonly recurring: boolean;
  readonly prompt: string;
}

/** A tool call that changes the schedule, with the part of its input that is needed. */
export interface ScheduleCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Number of runs to retain per session; the client accepts 50 jobs. */
const keptRuns = 64;

/**
 * Number of characters of a run's prompt to retain; longer prompts are compared by their beginning.
 */
const keptPromptLength = 2_000;

export function scheduledPrompt(prompt: string): string {
  return truncateText(prompt, keptPromptLength);
}

/** Applies a change to a schedule. Pure. */
export function applyScheduleChange(
  before: Schedule | undefined,
  news: ScheduleChange,
  at: number,
): Schedule {
  return { at, runs: runsAfter(before?.runs ?? [], news, at).slice(-keptRuns) };
}

function runsAfter(
  runs: readonly ScheduledRun[],
  news: ScheduleChange,
  at: number,
): readonly ScheduledRun[] {
  switch (news.kind) {
    case 'created':
      return [...runs.filter(({ id }) => id !== news.run.id), news.run];
    case 'deleted':
      return runs.filter(({ id }) => id !== news.id);
    case 'wakeup': {
      const jobs = runs.filter(({ kind }) => kind !== 'wakeup');
      return news.at === undefined ? jobs : [...jobs, wakeup(news.prompt, news.at)];
    }
    case 'jobs':
      return [...news.jobs, ...runs.filter(({ kind }) => kind === 'wakeup')];
    case 'armed': {
      const durable = runs.filter((run) => run.durable);
      const told = news.runs.filter(({ id }) => !durable.some((run) => run.id === id));
      return [...durable, ...told.map((one) => withKnownStart(one, runs, at))];
    }
  }
}

function wakeup(prompt: string, at: number): ScheduledRun {
  const of = { id: undefined, cron: undefined, recurring: false, durable: false } as const;
  return { ...of, kind: 'wakeup', prompt, at };
}

/** Adds what an earlier tool result reported, such as the start time, to a listed run. */
function withKnownStart(
  listed: ListedRun,
  known: readonly ScheduledRun[],
  at: number,
): ScheduledRun {
  const { id, cron, recurring, prompt } = listed;
  const same =
    known.find((run) => run.id === id) ??
    (recurring
      ? undefined
      : known.find(
          (run) => run.kind === 'wakeup' && run.id === undefined && run.prompt === prompt,
        ));
  const told = same?.at ?? (recurring ? undefined : nextTime(cron, at));
  // A run that was due during the turn starts as soon as the turn ends.
  const next = told === undefined ? undefined : Math.max(told, at);
  const kind = same?.kind ?? 'job';
  return { id, kind, cron: cron ?? same?.cron, recurring, durable: false, prompt, at: next };
}

/** The client starts a run up to this long, in ms, before or after its time. */
const lateMs = 90_000;

/**
 * The next start of a run, in ms since 1970; undefined if the run is over or the time is unknown.
 */
export function nextStart(
  { id, cron, recurring, at }: ScheduledRun,
  now: number,
): number | undefined {
  if (at !== undefined && (at > now || (!recurring && at + lateMs > now))) return at;
  return recurring ? startAfter(cron, id, now) : undefined;
}

/** Time at which `nextStart` changes without any event, in ms since 1970. */
export function startChangesAt(run: ScheduledRun, start: number): number {
  return run.recurring ? start : start + lateMs;
}

/**
 * True if a prompt submitted at `at` started a scheduled run, according to its text and time.
 * Needed for hooks, which do not report who wrote a prompt. `restedAt` is when the session became
 * idle, in ms since 1970, if known.
 */
export function startsScheduledRun(
  schedule: Schedule | undefined,
  prompt: string,
  at: number,
  restedAt: number | undefined,
): boolean {
  const kept = scheduledPrompt(prompt);
  return (schedule?.runs ?? []).some((run) => run.prompt === kept && isDue(run, at, restedAt));
}

/** Removes the one-time run that a prompt of the client started. */
export function removeStartedRun(
  schedule: Schedule | undefined,
  prompt: string,
  at: number,
): Schedule | undefined {
  const kept = scheduledPrompt(prompt);
  const runs = schedule?.runs.filter(
    (run) => run.recurring || run.prompt !== kept || !isDue(run, at, undefined),
  );
  return runs === undefined || runs.length === schedule?.runs.length ? schedule : { at, runs };
}

/** True if a run may start at `at`; a recurring run of unknown time may start at any time. */
function isDue(run: ScheduledRun, at: number, restedAt: number | undefined): boolean {
  // A run that was due during a turn starts right after the turn ends.
  const isAfterTurn = restedAt === undefined || at - restedAt < lateMs;
  if (isAfterTurn) return run.recurring || (run.at !== undefined && run.at - lateMs < at);
  // A run that was due while the machine slept has not started yet.
  const start = nextStart(run, restedAt);
  return start === undefined ? run.recurring : start - lateMs < at;
}
