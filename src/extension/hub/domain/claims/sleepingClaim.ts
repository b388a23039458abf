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

/** A run with its next start, ms since 1970. */
export interface ComingRun {
  readonly run: ScheduledRun;
  readonly start: number;
}

/** The runs that the client of a session begins by itself, the soonest first. */
export function comingRuns(facts: SessionFacts, now: number): readonly ComingRun[] {
  const schedules = [facts.hook?.schedule, facts.transcript?.schedule].filter(
    (one) => one !== undefined,
  );
  const [newest, older] = schedules.toSorted((one, other) => other.at - one.at);
  const process = currentProcess(facts);
  if (process === undefined) return [];
  // A process that takes a session up again takes its jobs along, and no wake-up.
  const isOfBefore = newest !== undefined && newest.at < process.startedAt;
  const told = newest === undefined ? [] : [...newest.runs, ...durableOnesBeside(newest, older)];
  const runs = told.filter(({ kind }) => kind === 'job' || !isOfBefore);
  return [...runs, ...wakeOf(facts, runs)]
    .flatMap((run) => {
      const start = nextStart(run, now);
      return start === undefined ? [] : [{ run, start }];
    })
    .toSorted((one, other) => one.start - other.start);
}

/**
 * The durable runs that the older source alone tells: no list at a turn's end has them, so the hooks of a
 * hub that started later do not know them.
 */
function durableOnesBeside(
  { runs }: Schedule,
  older: Schedule | undefined,
): readonly ScheduledRun[] {
  const known = new Set(runs.map(({ id }) => id));
  return (older?.runs ?? []).filter(({ id, durable }) => durable && !known.has(id));
}

/** The wake-up of a job in the background, where no other signal told of it. */
function wakeOf({ job }: SessionFacts, runs: readonly ScheduledRun[]): readonly ScheduledRun[] {
  if (job?.wake === undefined || runs.some(({ kind }) => kind === 'wakeup')) return [];
  const { at, reason } = job.wake;
  const once = { recurring: false, durable: false, id: undefined, cron: undefined } as const;
  return [{ ...once, kind: 'wakeup', prompt: reason, at }];
}

/** States of a rest that the client ends by itself. A limit stops its scheduled runs as well. */
const restStates: ReadonlySet<string> = new Set([
  'idle',
  'task_complete',
  'awaiting_input',
  'interrupted',
  'error',
]);

/** The claim that a session at rest sleeps until its client goes on by itself; undefined where it does not. */
export function sleepingClaim(facts: SessionFacts, behind: Claim, now: number): Claim | undefined {
  if (behind.kind !== 'resting' || !restStates.has(behind.state.state)) return undefined;
  const [next] = comingRuns(facts, now);
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

/** The state of a rest itself, where the session sleeps meanwhile. */
export function stateBehind({ state, context }: Pick<AgentState, 'state' | 'context'>): string {
  const behind = context?.['behind'];
  return state === 'sleeping' && typeof behind === 'string' ? behind : state;
}

/** Says until when a session sleeps: for each view the time, in English as ISO 8601. */
function sleepingLabel(start: number): Label {
  const text = fill(stateLabels.sleeping, [new Date(start).toISOString()]);
  return { ...stateLabel('sleeping', start), text };
}
