import { fillTemplate } from '../../../../shared/words/l10n';
import { stateLabel, stateLabels } from '../../../../shared/words/stateLabels';
import type { Label } from '../../../../shared/protocol/label';
import type { AgentState } from '../../../../shared/protocol/protocol';
import { createClaim, type Claim } from './claim';
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
  const isFromEarlierProcess = newest !== undefined && newest.at < process.startedAt;
  const listed = newest === undefined ? [] : [...newest.runs, ...otherDurableRuns(newest, older)];
  const runs = listed.filter(({ kind }) => kind === 'job' || !isFromEarlierProcess);
  return [...runs, ...jobWakeup(facts, runs)]
    .flatMap((run) => {
      const start = nextStart(run, now);
      return start === undefined ? [] : [{ run, start }];
    })
    .toSorted((one, other) => one.start - other.start);
}

/**
 * Returns the durable runs that only the source with the older report contains. The client's list
 * at a turn's end omits them, so hooks do not report those from before the hub's start.
 */
function otherDurableRuns(
  { runs }: Schedule,
  older: Schedule | undefined,
): readonly ScheduledRun[] {
  const known = new Set(runs.map(({ id }) => id));
  return (older?.runs ?? []).filter(({ id, durable }) => durable && !known.has(id));
}

/** Returns the wake-up of a background job, unless another source reported a wake-up. */
function jobWakeup({ job }: SessionFacts, runs: readonly ScheduledRun[]): readonly ScheduledRun[] {
  if (job?.wake === undefined || runs.some(({ kind }) => kind === 'wakeup')) return [];
  const { at, reason } = job.wake;
  const fields = { recurring: false, durable: false, id: undefined, cron: undefined } as const;
  return [{ ...fields, kind: 'wakeup', prompt: reason, at }];
}

/**
 * Idle states in which the client starts scheduled runs on its own; after a usage limit it does
 * not.
 */
const idleStates: ReadonlySet<string> = new Set([
  'idle',
  'task_complete',
  'awaiting_input',
  'interrupted',
  'error',
]);

/**
 * The claim that an idle session sleeps until its client starts a scheduled run; undefined if no run
 * is scheduled. `replaced` is the claim of the idle state.
 */
export function sleepingClaim(
  facts: SessionFacts,
  replaced: Claim,
  now: number,
): Claim | undefined {
  if (replaced.kind !== 'resting' || !idleStates.has(replaced.state.state)) return undefined;
  const [next] = upcomingRuns(facts, now);
  if (next === undefined) return undefined;
  const { confidence, source, context, state } = replaced.state;
  const sleeping = createClaim({
    kind: 'resting',
    state: 'sleeping',
    label: sleepingLabel(next.start),
    confidence,
    source,
    at: replaced.at,
    since: replaced.since,
    context: { ...context, behind: state },
  });
  return { ...sleeping, until: startChangesAt(next.run, next.start) };
}

/** Returns the idle state that `sleeping` replaced; for any other state, the state itself. */
export function replacedState({ state, context }: Pick<AgentState, 'state' | 'context'>): string {
  const replacedName = context?.['behind'];
  return state === 'sleeping' && typeof replacedName === 'string' ? replacedName : state;
}

/**
 * Label with the time at which the session wakes, which each view formats; ISO 8601 in the English
 * form.
 */
function sleepingLabel(start: number): Label {
  const text = fillTemplate(stateLabels.sleeping, [new Date(start).toISOString()]);
  return { ...stateLabel('sleeping', start), text };
}
