import { fill } from '../../../../shared/words/l10n';
import { stateLabel, stateLabels } from '../../../../shared/words/stateLabels';
import type { Label } from '../../../../shared/protocol/label';
import type { AgentState } from '../../../../shared/protocol/protocol';
import { claim, type Claim } from './claim';
import {
  nextStart,
  startChangesAt,
  type Schedule,
  type ScheduledRun,
} from '../facts/schedule/schedule';
import { currentProcess, type SessionFacts } from '../facts/session';

/** A scheduled run with its next start, in ms since 1970. */
export interface UpcomingRun {
  readonly run: ScheduledRun;
  readonly start: number;
}

/** The runs that a session's client starts on its own, soonest first. */
export function upcomingRuns(facts: SessionFacts, now: number): readonly UpcomingRun[] {
  const schedules = [facts.hook?.schedule, facts.transcript?.schedule].filter(
    (one) => one !== undefined,
  );
  const [newest, older] = schedules.toSorted((one, other) => other.at - one.at);
  const process = currentProcess(facts);
  if (process === undefined) return [];
  // A process that resumes a session inherits its jobs, but not its wake-up.
  const isOfBefore = newest !== undefined && newest.at < process.startedAt;
  const told = newest === undefined ? [] : [...newest.runs, ...otherDurableRuns(newest, older)];
  const runs = told.filter(({ kind }) => kind === 'job' || !isOfBefore);
  return [...runs, ...wakeOf(facts, runs)]
    .flatMap((run) => {
      const start = nextStart(run, now);
      return start === undefined ? [] : [{ run, start }];
    })
    .toSorted((one, other) => one.start - other.start);
}

/**
 * The durable runs that only the older source lists: the list at a turn's end never has them, so
 * that a hub that started later misses them.
 */
function otherDurableRuns(
  { runs }: Schedule,
  older: Schedule | undefined,
): readonly ScheduledRun[] {
  const known = new Set(runs.map(({ id }) => id));
  return (older?.runs ?? []).filter(({ id, durable }) => durable && !known.has(id));
}

/** The wake-up of a background job, if no other source reported it. */
function wakeOf({ job }: SessionFacts, runs: readonly ScheduledRun[]): readonly ScheduledRun[] {
  if (job?.wake === undefined || runs.some(({ kind }) => kind === 'wakeup')) return [];
  const { at, reason } = job.wake;
  const once = { recurring: false, durable: false, id: undefined, cron: undefined } as const;
  return [{ ...once, kind: 'wakeup', prompt: reason, at }];
}

/** Idle states that the client ends on its own. A limit also stops its scheduled runs. */
const restStates: ReadonlySet<string> = new Set([
  'idle',
  'task_complete',
  'awaiting_input',
  'interrupted',
  'error',
]);

/** The claim that an idle session sleeps until its client continues on its own; undefined if it does not. */
export function sleepingClaim(facts: SessionFacts, behind: Claim, now: number): Claim | undefined {
  if (behind.kind !== 'resting' || !restStates.has(behind.state.state)) return undefined;
  const [next] = upcomingRuns(facts, now);
  if (next === undefined) return undefined;
  const { confidence, source, context, state } = behind.state;
  const sleeping = claim({
    kind: 'resting',
    state: 'sleeping',
    label: sleepingLabel(next.start),
    confidence,
    source,
    at: behind.at,
    since: behind.since,
    context: { ...context, behind: state },
  });
  return { ...sleeping, until: startChangesAt(next.run, next.start) };
}

/** The idle state of a sleeping session, or the state itself of any other. */
export function stateBehind({ state, context }: Pick<AgentState, 'state' | 'context'>): string {
  const behind = context?.['behind'];
  return state === 'sleeping' && typeof behind === 'string' ? behind : state;
}

/** Label with the time at which the session wakes, formatted by each view; ISO 8601 in English. */
function sleepingLabel(start: number): Label {
  const text = fill(stateLabels.sleeping, [new Date(start).toISOString()]);
  return { ...stateLabel('sleeping', start), text };
}
