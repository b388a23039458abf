import type { SpanKind } from '../../../../src/shared/protocol/protocol';
import type { DayReport } from '../../../../src/shared/protocol/work/day';
import { believableBoard } from './believableBoard';

const midnight = Date.parse('2026-03-02T00:00:00.000Z');
const minute = 60_000;
const iso = (at: number) => new Date(midnight + at * minute).toISOString();

/** Start minutes and kinds of a lane's spans; the last one ends the lane. */
type Outline = readonly (readonly [minute: number, kind: SpanKind])[];

const outlines: readonly Outline[] = [
  [
    [425, 'running'],
    [447, 'blocked'],
    [462, 'running'],
    [520, 'idle'],
    [555, 'running'],
    [596, 'blocked'],
    [600, 'done'],
  ],
  [
    [440, 'running'],
    [471, 'blocked'],
    [473, 'running'],
    [538, 'idle'],
    [560, 'running'],
    [589, 'blocked'],
    [600, 'done'],
  ],
  [
    [470, 'running'],
    [512, 'blocked'],
    [541, 'running'],
    [570, 'idle'],
    [580, 'running'],
    [598, 'blocked'],
    [600, 'done'],
  ],
  [
    [482, 'running'],
    [530, 'idle'],
    [566, 'running'],
    [600, 'done'],
  ],
  [
    [495, 'running'],
    [501, 'blocked'],
    [503, 'running'],
    [548, 'blocked'],
    [552, 'running'],
    [600, 'done'],
  ],
  [
    [510, 'running'],
    [574, 'idle'],
    [600, 'done'],
  ],
  [
    [533, 'running'],
    [600, 'done'],
  ],
  [
    [544, 'running'],
    [581, 'done'],
  ],
  [
    [551, 'running'],
    [562, 'blocked'],
    [569, 'running'],
    [593, 'done'],
  ],
];

/** A morning of nine sessions with their waiting times; the report is made at ten o'clock UTC. */
export const believableDay: DayReport = dayOf(outlines);

function dayOf(all: readonly Outline[]): DayReport {
  const lanes = all.map((outline, index) => {
    const { sessionId = '', title = '', projectName = '' } = believableBoard[index] ?? {};
    const stretches = outline.slice(0, -1).map(([from, kind], place) => ({
      from: iso(from),
      to: iso(outline[place + 1]?.[0] ?? from),
      kind,
    }));
    const time = (kind: SpanKind) =>
      stretches
        .filter((one) => one.kind === kind)
        .reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
    const times = { blockedMs: time('blocked'), runningMs: time('running') };
    return { sessionId, title, projectName, ...times, stretches };
  });
  const sum = (part: 'blockedMs' | 'runningMs') => lanes.reduce((all, lane) => all + lane[part], 0);
  return {
    day: '2026-03-02',
    days: ['2026-02-27', '2026-03-01', '2026-03-02'],
    from: iso(0),
    to: iso(600),
    blockedMs: sum('blockedMs'),
    runningMs: sum('runningMs'),
    lanes,
  };
}
