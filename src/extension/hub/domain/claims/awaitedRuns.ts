import { compareVersions } from '../../../../shared/text/compareVersions';
import { runTimesAfter } from '../words/cronTime';
import { currentProcess, type SessionFacts } from '../facts/session';
import type { Schedule, ScheduledRun } from '../facts/schedule/schedule';
import type { Resolution } from './resolve';

/** A run that the session's client has to start next, with times in ms since 1970. */
export interface AwaitedRun {
  readonly run: ScheduledRun;
  /** Identifies this start of the run: the run with the time from which the start was computed. */
  readonly key: string;
  readonly due: number;
  /** Time at which the client starts it at the latest if it is open and idle. */
  readonly latest: number;
}

/** First client version of which the transcript is known to name the run that was started. */
const firstWithRunIds = '2.1.329';

/**
 * Shortest age, in ms, at which a version of the client deletes a recurring run. Applies to runs
 * whose greatest age no source reported.
 */
const shortestMaxAgeMs = 3 * 86_400_000;

/**
 * Greatest difference, in ms, between a reported start and the computed one. A greater one shows
 * that the client computes starts in another way, or in another time zone.
 */
const startPrecisionMs = 5_000;

/**
 * Returns the next start of each run that the session's own transcript schedules. Once the
 * transcript contains that start, the following one is returned. `findLastStartElsewhere` returns
 * the last start of a run in other sessions' transcripts: other sessions start a durable run after
 * its client was closed, and a fork's transcript has copies of the runs of its original.
 */
export function awaitedRuns(
  facts: SessionFacts,
  findLastStartElsewhere: (runId: string) => number | undefined,
): readonly AwaitedRun[] {
  const { transcript, processes, hook, representedBy } = facts;
  const schedule = transcript?.present === true ? transcript.schedule : undefined;
  if (schedule === undefined || schedule.runs.length === 0) return [];
  const process = currentProcess(facts);
  const version = process?.version ?? transcript?.version ?? '';
  if (compareVersions(version, firstWithRunIds) < 0) return [];
  // After `/clear` or a move to the background, the runs belong to the session that continues.
  const isMoved = process === undefined && processes.at(-1)?.gone?.how === 'moved';
  if (isMoved || transcript?.continuedIn !== undefined || representedBy !== undefined) return [];
  // An ended process counts as well: it had already inherited the runs.
  const startedAt = Math.max(0, ...processes.map((one) => one.startedAt));
  return schedule.runs.flatMap((run) => {
    const { id, knownSince } = run;
    if (knownSince === undefined || isUnlisted(run, hook?.schedule)) return [];
    const lastStart = Math.max(
      schedule.starts?.find((start) => start.id === id)?.at ?? 0,
      (id !== undefined && findLastStartElsewhere(id)) || 0,
    );
    const base = Math.max(knownSince, lastStart, startedAt);
    if (run.recurring && base >= expiresAt(run, knownSince)) return [];
    const times = startTimes(run, knownSince, base);
    return times === undefined ? [] : [{ run, key: `${id ?? run.kind} ${base}`, ...times }];
  });
}

/** True if the client, in a list later than the run, no longer has it. */
function isUnlisted({ id, durable, knownSince = 0 }: ScheduledRun, hooks?: Schedule): boolean {
  if (hooks?.listedAt === undefined || hooks.listedAt <= knownSince || durable) return false;
  // A wake-up has no id until a list reports it.
  return !hooks.runs.some((run) => (id === undefined ? run.kind === 'wakeup' : run.id === id));
}

function expiresAt(run: ScheduledRun, knownSince: number): number {
  return (run.createdAt ?? knownSince) + (run.maxAgeMs ?? shortestMaxAgeMs);
}

/**
 * Returns the times of the first start after `base`; undefined if they cannot be computed with
 * certainty.
 */
function startTimes(
  { cron, id, recurring, at, firstStart }: ScheduledRun,
  knownSince: number,
  base: number,
): Pick<AwaitedRun, 'due' | 'latest'> | undefined {
  const reported = firstStart ?? (recurring ? undefined : at);
  if (reported !== undefined && base === knownSince) return { due: reported, latest: reported };
  // A one-time run has no other start, and a process that resumes the session does not inherit it.
  const times = recurring ? runTimesAfter(cron, id, base) : undefined;
  if (times === undefined) return undefined;
  const { shifted, early, latest } = times;
  if (firstStart === undefined)
    return { due: early ?? shifted, latest: Math.max(latest, early ?? 0) };
  const first = runTimesAfter(cron, id, knownSince);
  const isReported = (time: number | undefined): boolean =>
    time !== undefined && Math.abs(time - firstStart) <= startPrecisionMs;
  if (isReported(first?.early) && early !== undefined) return { due: early, latest: early };
  return isReported(first?.shifted) ? { due: shifted, latest: shifted } : undefined;
}

/**
 * Returns since when a session's client could have started a run, in ms since 1970; undefined while
 * a turn, a dialog or a usage limit prevents it.
 */
export function freeSince(facts: SessionFacts, { claim, since }: Resolution): number | undefined {
  const process = currentProcess(facts);
  if (process === undefined || claim.limit !== undefined) return undefined;
  if (claim.kind === 'working' || claim.kind === 'dialog') return undefined;
  const { status, statusAt } = process;
  if (status === undefined) return claim.kind === 'resting' ? since : undefined;
  return status === 'idle' || status === 'shell' ? Math.max(statusAt, since) : undefined;
}
