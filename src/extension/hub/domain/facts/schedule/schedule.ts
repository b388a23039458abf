import { firstOf } from '../../words/clip';
import { nextTime, startAfter } from '../../words/cronTime';

/** A run that the client begins by itself. */
export interface ScheduledRun {
  /** Undefined for a wake-up until the end of a turn names it. */
  readonly id: string | undefined;
  readonly kind: 'job' | 'wakeup';
  /** The cron expression in local time, where that was told. */
  readonly cron: string | undefined;
  readonly recurring: boolean;
  /** Kept in a file of the project: the client does not list it at a turn's end. */
  readonly durable: boolean;
  readonly prompt: string;
  /** The next start, as the client told it, ms since 1970. */
  readonly at: number | undefined;
}

/** The runs that one source told of, and when it did so last, ms since 1970. */
export interface Schedule {
  readonly at: number;
  readonly runs: readonly ScheduledRun[];
}

/** A change of a schedule by one signal: an input of a tool, its result, or a list of the client. */
export type ScheduleNews =
  | { readonly kind: 'created'; readonly run: ScheduledRun }
  | { readonly kind: 'deleted'; readonly id: string }
  /** A wake-up takes the place of the one before it; without a time it is called off. */
  | { readonly kind: 'wakeup'; readonly prompt: string; readonly at: number | undefined }
  /** All jobs, the durable ones as well, and no wake-ups. */
  | { readonly kind: 'jobs'; readonly jobs: readonly ScheduledRun[] }
  /** All runs but the durable ones. */
  | { readonly kind: 'armed'; readonly runs: readonly ListedRun[] };

/** A run as the client lists it, without the time of its start. */
export interface ListedRun {
  readonly id: string;
  readonly cron: string | undefined;
  readonly recurring: boolean;
  readonly prompt: string;
}

/** A call of a tool that changes the schedule, with the part of its input that is read. */
export interface ScheduleCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Runs of a session that are kept; the client takes 50 jobs. */
const keptRuns = 64;

/** Letters of a run's prompt that are kept. Longer ones are compared by their beginning. */
const keptPromptLength = 2_000;

export function scheduledPrompt(prompt: string): string {
  return firstOf(prompt, keptPromptLength);
}

/** The schedule after one more signal. Pure. */
export function scheduleAfter(
  before: Schedule | undefined,
  news: ScheduleNews,
  at: number,
): Schedule {
  return { at, runs: runsAfter(before?.runs ?? [], news, at).slice(-keptRuns) };
}

function runsAfter(
  runs: readonly ScheduledRun[],
  news: ScheduleNews,
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
      return [...durable, ...told.map((one) => withKnown(one, runs, at))];
    }
  }
}

function wakeup(prompt: string, at: number): ScheduledRun {
  const of = { id: undefined, cron: undefined, recurring: false, durable: false } as const;
  return { ...of, kind: 'wakeup', prompt, at };
}

/** A listed run with the time that a tool's result told of it. */
function withKnown(listed: ListedRun, known: readonly ScheduledRun[], at: number): ScheduledRun {
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

/** The client starts a run up to so long before or after its time, in ms. */
const lateMs = 90_000;

/** The next start of a run, ms since 1970; undefined where it is over, or nobody knows. */
export function nextStart(
  { id, cron, recurring, at }: ScheduledRun,
  now: number,
): number | undefined {
  if (at !== undefined && (at > now || (!recurring && at + lateMs > now))) return at;
  return recurring ? startAfter(cron, id, now) : undefined;
}

/** When the next start of a run changes although nothing happens, ms since 1970. */
export function startChangesAt(run: ScheduledRun, start: number): number {
  return run.recurring ? start : start + lateMs;
}

/**
 * True where a prompt that was taken at a moment began such a run, as its words and its time say. Hooks do
 * not say who wrote a prompt; the transcript does. `restedAt` is when the session came to rest, ms since
 * 1970, where that is known.
 */
export function beginsRun(
  schedule: Schedule | undefined,
  prompt: string,
  at: number,
  restedAt: number | undefined,
): boolean {
  const kept = scheduledPrompt(prompt);
  return (schedule?.runs ?? []).some((run) => run.prompt === kept && isDue(run, at, restedAt));
}

/** The schedule after a prompt that no person wrote: the run that begins with it, if it comes once, is over. */
export function afterRunBegan(
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

/** True where a run may begin at a moment; where nobody knows the time of a recurring one, at any. */
function isDue(run: ScheduledRun, at: number, restedAt: number | undefined): boolean {
  // A run that was due during a turn starts right after the turn ends.
  const isAfterTurn = restedAt === undefined || at - restedAt < lateMs;
  if (isAfterTurn) return run.recurring || (run.at !== undefined && run.at - lateMs < at);
  // A run that was due while the machine slept has not started yet.
  const start = nextStart(run, restedAt);
  return start === undefined ? run.recurring : start - lateMs < at;
}
