import { truncateText } from '../../../../../shared/text/truncate';
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
  /** Time at which the run was first reported; undefined in data of an older version. */
  readonly knownSince?: number | undefined;
  /** The first start after `knownSince` as reported by the client, in ms since 1970. */
  readonly firstStart?: number | undefined;
  /** Time of its creation, in ms since 1970, if a list reported it. */
  readonly createdAt?: number;
  /** Age, in ms, at which the client deletes a recurring run after one last start. */
  readonly maxAgeMs?: number;
}

/** The runs that one source has reported, and the time of its last report, in ms since 1970. */
export interface Schedule {
  readonly at: number;
  readonly runs: readonly ScheduledRun[];
  /** Time at which the client last listed all its runs, in ms since 1970. */
  readonly listedAt?: number | undefined;
  /** Last start of each run, by the transcript, also of durable runs of other sessions. */
  readonly starts?: readonly RunStart[];
}

export interface RunStart {
  readonly id: string;
  readonly at: number;
}

/** A change of a schedule, from a tool's input, its result or a list of the client. */
export type ScheduleChange =
  | { readonly kind: 'created'; readonly run: ScheduledRun }
  | { readonly kind: 'deleted'; readonly id: string }
  /** The client has started a run; `isWakeup` if it was a wake-up. */
  | { readonly kind: 'started'; readonly id: string; readonly isWakeup: boolean }
  /**
   * A wake-up, which replaces the previous one; without a time, it only cancels the previous one.
   */
  | { readonly kind: 'wakeup'; readonly prompt: string; readonly at: number | undefined }
  /** The complete list of jobs, including durable ones, without wake-ups. */
  | { readonly kind: 'jobs'; readonly jobs: readonly ScheduledRun[] }
  /** The complete list of runs except durable ones. */
  | { readonly kind: 'armed'; readonly runs: readonly ListedRun[] };

/** A run as listed by the client, without its start time. */
export interface ListedRun {
  readonly id: string;
  readonly createdAt?: number;
  readonly maxAgeMs?: number;
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

/** Maximum number of runs to retain per session; the client accepts 50 jobs. */
const maxRuns = 64;

/**
 * Maximum number of characters of a run's prompt to retain; longer prompts are compared by their
 * beginning.
 */
const maxPromptLength = 2_000;

export function scheduledPrompt(prompt: string): string {
  return truncateText(prompt, maxPromptLength);
}

/** Applies a change to a schedule. Pure. */
export function applyScheduleChange(
  before: Schedule | undefined,
  change: ScheduleChange,
  at: number,
): Schedule {
  const runs = runsAfter(before?.runs ?? [], change, at).slice(-maxRuns);
  if (change.kind === 'started') {
    const others = (before?.starts ?? []).filter(({ id }) => id !== change.id);
    // A start reports nothing of other runs, so an older list of the other source stays newer.
    return { at: 0, ...before, runs, starts: [...others, { id: change.id, at }].slice(-maxRuns) };
  }
  return { ...before, at, runs, ...(change.kind === 'armed' && { listedAt: at }) };
}

function runsAfter(
  runs: readonly ScheduledRun[],
  change: ScheduleChange,
  at: number,
): readonly ScheduledRun[] {
  switch (change.kind) {
    case 'created':
      return [...runs.filter(({ id }) => id !== change.run.id), withFirstReport(change.run, at)];
    case 'started':
      return runs.filter((run) => run.recurring || !startsRun(run, change, at));
    case 'deleted':
      return runs.filter(({ id }) => id !== change.id);
    case 'wakeup': {
      const jobs = runs.filter(({ kind }) => kind !== 'wakeup');
      return change.at === undefined ? jobs : [...jobs, createWakeup(change.prompt, change.at, at)];
    }
    case 'jobs':
      return [
        ...change.jobs.map((job) => ({
          ...withFirstReport(job, at),
          ...findFirstReport(runs, job),
        })),
        ...runs.filter(({ kind }) => kind === 'wakeup'),
      ];
    case 'armed': {
      const durable = runs.filter((run) => run.durable);
      const listed = change.runs.filter(({ id }) => !durable.some((run) => run.id === id));
      return [...durable, ...listed.map((one) => withKnownStart(one, runs, at))];
    }
  }
}

function createWakeup(prompt: string, start: number, at: number): ScheduledRun {
  const fields = { id: undefined, cron: undefined, recurring: false, durable: false } as const;
  return withFirstReport({ ...fields, kind: 'wakeup', prompt, at: start }, at);
}

function withFirstReport(run: ScheduledRun, at: number): ScheduledRun {
  return { ...run, knownSince: at, firstStart: run.at };
}

/** Facts of a run from its first report; empty if it was not reported before. */
function findFirstReport(
  runs: readonly ScheduledRun[],
  { id }: Pick<ScheduledRun, 'id'>,
): Partial<ScheduledRun> {
  const known = runs.find((run) => run.id === id);
  return known === undefined ? {} : firstReport(known);
}

function firstReport({ knownSince, firstStart, createdAt, maxAgeMs }: ScheduledRun) {
  return {
    knownSince,
    firstStart,
    ...(createdAt !== undefined && { createdAt }),
    ...(maxAgeMs !== undefined && { maxAgeMs }),
  };
}

/** True if the client's report that it started a run is about this run. */
function startsRun(
  run: ScheduledRun,
  { id, isWakeup }: Extract<ScheduleChange, { kind: 'started' }>,
  at: number,
): boolean {
  if (run.kind === 'wakeup' && run.id === undefined) return isWakeup && isDue(run, at, undefined);
  return run.id === id;
}

/** Adds to a listed run what an earlier tool result reported, such as the start time. */
function withKnownStart(
  listed: ListedRun,
  known: readonly ScheduledRun[],
  at: number,
): ScheduledRun {
  const { id, cron, recurring, prompt, ...age } = listed;
  const same =
    known.find((run) => run.id === id) ??
    (recurring
      ? undefined
      : known.find(
          (run) => run.kind === 'wakeup' && run.id === undefined && run.prompt === prompt,
        ));
  const knownStart = same?.at ?? (recurring ? undefined : nextTime(cron, at, true));
  // A run that was due during the turn starts as soon as the turn ends.
  const next = knownStart === undefined ? undefined : Math.max(knownStart, at);
  const kind = same?.kind ?? 'job';
  const run = { id, kind, cron: cron ?? same?.cron, recurring, durable: false, prompt, at: next };
  const first = same === undefined ? { knownSince: at, firstStart: undefined } : firstReport(same);
  return { ...run, ...age, ...first };
}

/** Greatest difference, in ms, between a run's time and the time at which the client starts it. */
const startToleranceMs = 90_000;

/**
 * Returns the next start of a run, in ms since 1970; undefined if no start is left or the time is
 * unknown.
 */
export function nextStart(
  { id, cron, recurring, at }: ScheduledRun,
  now: number,
): number | undefined {
  if (at !== undefined && (at > now || (!recurring && at + startToleranceMs > now))) return at;
  return recurring ? startAfter(cron, id, now) : undefined;
}

/** Time at which `nextStart` changes without any event, in ms since 1970. */
export function startChangesAt(run: ScheduledRun, start: number): number {
  return run.recurring ? start : start + startToleranceMs;
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
  const storedPrompt = scheduledPrompt(prompt);
  return (schedule?.runs ?? []).some(
    (run) => run.prompt === storedPrompt && isDue(run, at, restedAt),
  );
}

/** Removes the one-time run that a prompt of the client started. */
export function removeStartedRun(
  schedule: Schedule | undefined,
  prompt: string,
  at: number,
): Schedule | undefined {
  const storedPrompt = scheduledPrompt(prompt);
  const runs = schedule?.runs.filter(
    (run) => run.recurring || run.prompt !== storedPrompt || !isDue(run, at, undefined),
  );
  return runs === undefined || runs.length === schedule?.runs.length
    ? schedule
    : { ...schedule, at, runs };
}

/** True if a run may start at `at`; a recurring run of unknown time may start at any time. */
function isDue(run: ScheduledRun, at: number, restedAt: number | undefined): boolean {
  // A run that was due during a turn starts right after the turn ends.
  const isAfterTurn = restedAt === undefined || at - restedAt < startToleranceMs;
  if (isAfterTurn) return run.recurring || (run.at !== undefined && run.at - startToleranceMs < at);
  // The start is computed from `restedAt`, because a run that was due while the machine slept
  // starts late.
  const start = nextStart(run, restedAt);
  return start === undefined ? run.recurring : start - startToleranceMs < at;
}
