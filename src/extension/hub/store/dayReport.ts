import type { DayReport } from '../../../shared/protocol/work/day';
import { spansBetween, timeSpent, type ClosedSpan } from '../domain/card/spans';
import type { KeptLane } from './dayFiles';

/** Activity of the sessions on one day of the calendar, or on a part of it. */
export interface DayPart {
  readonly lanes: readonly KeptLane[];
  readonly from: number;
  readonly to: number;
}

/** Adds how many requests grants allowed, by session. Sessions without a lane are left out. */
export function withAllowedCalls(
  report: DayReport,
  allowed: ReadonlyMap<string, number>,
): DayReport {
  const lanes = report.lanes.map((lane) => {
    const allowedCalls = allowed.get(lane.sessionId);
    return allowedCalls === undefined ? lane : { ...lane, allowedCalls };
  });
  const sum = lanes.reduce((total, { allowedCalls = 0 }) => total + allowedCalls, 0);
  return { ...report, ...(sum > 0 && { allowedCalls: sum }), lanes };
}

export interface DayReportParts extends Pick<DayReport, 'day' | 'days'> {
  readonly from: number;
  readonly to: number;
  /**
   * Consecutive days: a day in the requesting window's time zone may overlap two days of this
   * one's.
   */
  readonly parts: readonly DayPart[];
}

interface ShownLane extends Omit<KeptLane, 'spans' | 'blockedAt'> {
  readonly blockedCalls: number;
  readonly stretches: readonly ClosedSpan[];
}

/** Reports the activity of the sessions between two times. */
export function dayReport({ day, days, from, to, parts }: DayReportParts): DayReport {
  // Sessions that were only idle are left out.
  const shown = lanesOf(parts).filter(({ stretches }) =>
    stretches.some(({ kind }) => kind !== 'idle'),
  );
  shown.sort((a, b) => (a.stretches[0]?.from ?? 0) - (b.stretches[0]?.from ?? 0));
  const total = (kind: 'blocked' | 'running') =>
    shown.reduce((sum, { stretches }) => sum + timeSpent(kind, stretches), 0);
  return {
    day,
    days,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    blockedMs: total('blocked'),
    runningMs: total('running'),
    ...blockedField(shown.reduce((sum, { blockedCalls }) => sum + blockedCalls, 0)),
    lanes: shown.map(({ stretches, blockedCalls, ...lane }) => ({
      ...lane,
      ...blockedField(blockedCalls),
      blockedMs: timeSpent('blocked', stretches),
      runningMs: timeSpent('running', stretches),
      stretches: stretches.map(({ from: begin, to: end, kind }) => ({
        from: new Date(begin).toISOString(),
        to: new Date(end).toISOString(),
        kind,
      })),
    })),
  };
}

function blockedField(blockedCalls: number): Pick<DayReport, 'blockedCalls'> {
  return blockedCalls === 0 ? {} : { blockedCalls };
}

function lanesOf(parts: readonly DayPart[]): ShownLane[] {
  const shown = new Map<string, ShownLane>();
  for (const { lanes, from, to } of parts) {
    for (const { spans, blockedAt = [], ...lane } of lanes) {
      const known = shown.get(lane.sessionId);
      const before = known?.stretches ?? [];
      const blocked = blockedAt.filter((at) => at >= from && at < to).length;
      const blockedCalls = (known?.blockedCalls ?? 0) + blocked;
      const stretches = spansBetween(spans, from, to).filter(({ kind }) => kind !== 'done');
      shown.set(lane.sessionId, {
        ...lane,
        blockedCalls,
        stretches: joinStretches(before, stretches),
      });
    }
  }
  return [...shown.values()];
}

/** Concatenates the stretches of a session; one that lasted over midnight becomes a single one. */
function joinStretches(
  before: readonly ClosedSpan[],
  after: readonly ClosedSpan[],
): readonly ClosedSpan[] {
  const [last, first] = [before.at(-1), after[0]];
  if (last === undefined || first === undefined) return [...before, ...after];
  if (last.to !== first.from || last.kind !== first.kind) return [...before, ...after];
  return [...before.slice(0, -1), { ...last, to: first.to }, ...after.slice(1)];
}
