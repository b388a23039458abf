import { addressIn, addressOf } from '../../../../shared/protocol/machines/address';
import { pastTime } from '../../../../shared/protocol/plausible';
import { daySchema, type DayReport } from '../../../../shared/protocol/protocol';
import type { Handlers } from '../../serve/callRouter';
import { Refusal } from '../../serve/refusal';
import { askAll } from './askAll';
import type { Machine } from '../machine';
import { shifted } from '../machineSession';
import type { Machines } from '../machines';

/**
 * Limit of a sum in ms, more than all sessions of any machine in a day: a larger sum would hide the
 * other machines'.
 */
const mostMs = 1e12;

/**
 * Answers for a day of the desk's calendar on all machines: each is asked for the time between the
 * desk's midnights.
 */
export function joinedDay(
  own: Handlers<'day'>['day'],
  machines: Pick<Machines, 'all' | 'homeOf'>,
): Handlers<'day'>['day'] {
  return async (asked) => {
    const here = await own(asked, undefined);
    if (here instanceof Refusal || machines.all.length === 0) return here;
    const { answers, missing } = await askAll<DayReport>(machines, 'day', (machine) => ({
      from: there(here.from, machine),
      to: there(here.to, machine),
    }));
    const reports = [
      here,
      ...answers.map(({ machine, answer }) => reportOf(answer, machine, here)),
    ];
    const homes = ['', ...answers.map(({ machine }) => machines.homeOf(machine))];
    const { lanes, doubles } = eachOnce(
      reports.flatMap((report, at) =>
        report.lanes.map((lane) => ({ lane, home: homes[at] ?? '' })),
      ),
    );
    const sum = (of: 'blockedMs' | 'runningMs'): number =>
      Math.max(
        0,
        reports.reduce((total, report) => total + within(report[of]), 0) -
          doubles.reduce((total, lane) => total + within(lane[of]), 0),
      );
    const blockedCalls = lanes.reduce((total, lane) => total + countOf(lane.blockedCalls), 0);
    const begin = ({ stretches }: Lane): number => Date.parse(stretches[0]?.from ?? '') || 0;
    return {
      ...here,
      days: [...new Set(reports.flatMap(({ days }) => days))].filter(isDay).sort(),
      blockedMs: sum('blockedMs'),
      runningMs: sum('runningMs'),
      ...(blockedCalls > 0 && { blockedCalls }),
      lanes: lanes.toSorted((one, other) => begin(one) - begin(other)),
      ...(missing.length > 0 && { missing: [...missing] }),
    };
  };
}

type Lane = DayReport['lanes'][number];

/**
 * Keeps one lane of a session that several hosts with one config home report: the longest, which is
 * the lane of the host that ran it.
 */
function eachOnce(all: readonly { readonly lane: Lane; readonly home: string }[]): {
  readonly lanes: readonly Lane[];
  readonly doubles: readonly Lane[];
} {
  const best = new Map<string, Lane>();
  const told = ({ blockedMs, runningMs }: Lane): number => blockedMs + runningMs;
  for (const { lane, home } of all) {
    const id = addressIn(lane.sessionId)?.sessionId ?? lane.sessionId;
    const key = `${home} ${id}`;
    const before = best.get(key);
    if (before === undefined || told(lane) > told(before)) best.set(key, lane);
  }
  const lanes = [...best.values()];
  const kept = new Set(lanes);
  return { lanes, doubles: all.flatMap(({ lane }) => (kept.has(lane) ? [] : lane)) };
}

/** Limit of a machine's calls in a day. */
const mostCalls = 100_000;

function countOf(calls: number | undefined): number {
  return Math.min(mostCalls, Math.max(0, calls ?? 0));
}

function within(ms: number): number {
  return Math.min(mostMs, Math.max(0, ms));
}

function there(time: string, { skewMs }: Machine): string {
  return new Date(Date.parse(time) + skewMs).toISOString();
}

/** True for a day that can have a record: it is not in the future, whatever a machine reports. */
function isDay(day: string): boolean {
  return daySchema.safeParse(day).success && pastTime(Date.parse(day)) !== undefined;
}

function reportOf(
  report: DayReport,
  machine: Machine,
  asked: Pick<DayReport, 'from' | 'to'>,
): DayReport {
  const { machine: place } = machine.standing;
  const lanes = report.lanes.map((lane) => ({
    ...laneWithin(shiftedLane(lane, machine.skewMs), asked),
    sessionId: addressOf({ machineId: place.id, sessionId: lane.sessionId }),
    machine: place,
  }));
  return { ...report, lanes };
}

/** Cuts a lane to the requested time. */
function laneWithin(lane: Lane, { from, to }: Pick<DayReport, 'from' | 'to'>): Lane {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const stretches = lane.stretches.flatMap((one) => {
    const first = Math.max(begin, Date.parse(one.from));
    const last = Math.min(end, Date.parse(one.to));
    if (first >= last) return [];
    return [{ ...one, from: new Date(first).toISOString(), to: new Date(last).toISOString() }];
  });
  const inDay = (ms: number): number => Math.min(end - begin, Math.max(0, ms));
  const { blockedMs, runningMs } = lane;
  return { ...lane, stretches, blockedMs: inDay(blockedMs), runningMs: inDay(runningMs) };
}

function shiftedLane({ stretches, ...lane }: Lane, skewMs: number): Lane {
  const moved = stretches.map(({ from, to, kind }) => ({
    from: shifted({ at: from }, skewMs).at,
    to: shifted({ at: to }, skewMs).at,
    kind,
  }));
  return { ...lane, stretches: moved };
}
