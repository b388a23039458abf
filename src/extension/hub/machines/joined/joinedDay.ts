import { addressIn, addressOf } from '../../../../shared/protocol/machines/address';
import { pastTime } from '../../../../shared/protocol/plausible';
import { daySchema, type DayReport } from '../../../../shared/protocol/work/day';
import type { Handlers } from '../../serve/callRouter';
import { Refusal } from '../../serve/refusal';
import { callAllMachines } from './callAllMachines';
import type { Machine } from '../machine';
import { toDeskClock } from '../machineSession';
import type { Machines } from '../machines';

/**
 * Maximum sum in ms that is accepted from a machine, more than all sessions in a day can have. A
 * larger one would dominate the total.
 */
const maxSumMs = 1e12;

/**
 * Creates the handler that reports on a day on all machines. Each machine is asked for the time
 * between the midnights of the desk.
 */
export function joinedDay(
  own: Handlers<'day'>['day'],
  machines: Pick<Machines, 'all' | 'homeOf'>,
): Handlers<'day'>['day'] {
  return async (request) => {
    const here = await own(request, undefined);
    if (here instanceof Refusal || machines.all.length === 0) return here;
    const { answers, missing } = await callAllMachines<DayReport>(machines, 'day', (machine) => ({
      from: toMachineClock(here.from, machine),
      to: toMachineClock(here.to, machine),
    }));
    const reports = [
      here,
      ...answers.map(({ machine, answer }) => convertReport(answer, machine, here)),
    ];
    const homes = ['', ...answers.map(({ machine }) => machines.homeOf(machine))];
    const { lanes, duplicates } = withoutDuplicates(
      reports.flatMap((report, at) =>
        report.lanes.map((lane) => ({ lane, home: homes[at] ?? '' })),
      ),
    );
    const sum = (of: 'blockedMs' | 'runningMs'): number =>
      Math.max(
        0,
        reports.reduce((total, report) => total + limitMs(report[of]), 0) -
          duplicates.reduce((total, lane) => total + limitMs(lane[of]), 0),
      );
    const sumCalls = (of: 'blockedCalls' | 'allowedCalls'): number =>
      lanes.reduce((total, lane) => total + limitCount(lane[of]), 0);
    const [blockedCalls, allowedCalls] = [sumCalls('blockedCalls'), sumCalls('allowedCalls')];
    const startTime = ({ stretches }: Lane): number => Date.parse(stretches[0]?.from ?? '') || 0;
    return {
      ...here,
      days: [...new Set(reports.flatMap(({ days }) => days))].filter(isDay).sort(),
      blockedMs: sum('blockedMs'),
      runningMs: sum('runningMs'),
      ...(blockedCalls > 0 && { blockedCalls }),
      ...(allowedCalls > 0 && { allowedCalls }),
      lanes: lanes.toSorted((one, other) => startTime(one) - startTime(other)),
      ...(missing.length > 0 && { missing: [...missing] }),
    };
  };
}

type Lane = DayReport['lanes'][number];

/**
 * Selects one lane of a session that several hosts with one config home report: the longest, which
 * is that of the host that ran the session.
 */
function withoutDuplicates(all: readonly { readonly lane: Lane; readonly home: string }[]): {
  readonly lanes: readonly Lane[];
  readonly duplicates: readonly Lane[];
} {
  const best = new Map<string, Lane>();
  const total = ({ blockedMs, runningMs }: Lane): number => blockedMs + runningMs;
  for (const { lane, home } of all) {
    const id = addressIn(lane.sessionId)?.sessionId ?? lane.sessionId;
    const key = `${home} ${id}`;
    const before = best.get(key);
    if (before === undefined || total(lane) > total(before)) best.set(key, lane);
  }
  const lanes = [...best.values()];
  const kept = new Set(lanes);
  return { lanes, duplicates: all.flatMap(({ lane }) => (kept.has(lane) ? [] : lane)) };
}

/** Maximum number of calls in a day that is accepted from a machine. */
const maxCalls = 100_000;

function limitCount(calls: number | undefined): number {
  return Math.min(maxCalls, Math.max(0, calls ?? 0));
}

function limitMs(ms: number): number {
  return Math.min(maxSumMs, Math.max(0, ms));
}

function toMachineClock(time: string, { skewMs }: Machine): string {
  return new Date(Date.parse(time) + skewMs).toISOString();
}

/** True for a valid date that is not in the future, because a machine may report any. */
function isDay(day: string): boolean {
  return daySchema.safeParse(day).success && pastTime(Date.parse(day)) !== undefined;
}

function convertReport(
  report: DayReport,
  machine: Machine,
  period: Pick<DayReport, 'from' | 'to'>,
): DayReport {
  const { machine: sessionMachine } = machine.machineClock;
  const lanes = report.lanes.map((lane) => ({
    ...clipLane(convertLane(lane, machine.skewMs), period),
    sessionId: addressOf({ machineId: sessionMachine.id, sessionId: lane.sessionId }),
    machine: sessionMachine,
  }));
  return { ...report, lanes };
}

/** Limits a lane to the requested time. */
function clipLane(lane: Lane, { from, to }: Pick<DayReport, 'from' | 'to'>): Lane {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const stretches = lane.stretches.flatMap((one) => {
    const first = Math.max(start, Date.parse(one.from));
    const last = Math.min(end, Date.parse(one.to));
    if (first >= last) return [];
    return [{ ...one, from: new Date(first).toISOString(), to: new Date(last).toISOString() }];
  });
  const inDay = (ms: number): number => Math.min(end - start, Math.max(0, ms));
  const { blockedMs, runningMs } = lane;
  return { ...lane, stretches, blockedMs: inDay(blockedMs), runningMs: inDay(runningMs) };
}

function convertLane({ stretches, ...lane }: Lane, skewMs: number): Lane {
  const converted = stretches.map(({ from, to, kind }) => ({
    from: toDeskClock({ at: from }, skewMs).at,
    to: toDeskClock({ at: to }, skewMs).at,
    kind,
  }));
  return { ...lane, stretches: converted };
}
