import { placeName } from '../../shared/board/texts/machineText';
import { formatDuration } from '../../shared/words/format';
import { counted, language, t } from '../../shared/words/l10n';
import type { DayReport } from '../../shared/protocol/work/day';
import { spansInWords, type TimeSpan } from './spanLooks';

export type Lane = DayReport['lanes'][number];

/** Number of projects named beside a count; the others are combined. */
const maxProjects = 4;

const hourMs = 60 * 60_000;
const minuteMs = 60_000;

/** Heading of a day: how long its sessions waited for the person. */
export function dayHeading({ day, days, blockedMs }: DayReport): string {
  if (day === days.at(-1)) {
    return blockedMs < minuteMs
      ? t('Today your agents have hardly waited for you')
      : t('Today your agents waited {0} for you', formatDuration(blockedMs));
  }
  const name = dayName(day);
  return blockedMs < minuteMs
    ? t('On {0} your agents had hardly waited for you', name)
    : t('On {0} your agents waited {1} for you', name, formatDuration(blockedMs));
}

/** Sentence below the heading of a day. */
export function daySummary(report: DayReport): string {
  const { lanes, runningMs } = report;
  const longest = Math.max(
    0,
    ...lanes.flatMap((lane) => waits(lane).map(({ from, to }) => to - from)),
  );
  const worked = counted(
    lanes.length,
    'They worked {1} in one session',
    'They worked {1} in {0} sessions',
    formatDuration(runningMs),
  );
  return longest < minuteMs
    ? worked
    : `${worked}; ${t('the longest wait was {0}', formatDuration(longest))}`;
}

type CountedCalls = 'blockedCalls' | 'allowedCalls';

const countTexts: Readonly<Record<CountedCalls, (count: number) => string>> = {
  blockedCalls: (count) =>
    counted(count, '{0} call blocked by auto mode', '{0} calls blocked by auto mode'),
  allowedCalls: (count) =>
    counted(count, '{0} request allowed for a while', '{0} requests allowed for a while'),
};

/**
 * Lines for the calls of a day that auto mode blocked and for those that were allowed for a while,
 * by project.
 */
export function callsOfDay(report: DayReport, named: boolean): readonly string[] {
  return (['blockedCalls', 'allowedCalls'] as const)
    .map((kind) => callsLine(kind, report, named))
    .filter((line) => line !== '');
}

function callsLine(kind: CountedCalls, report: DayReport, named: boolean): string {
  const { [kind]: calls = 0, lanes } = report;
  if (calls === 0) return '';
  const count = countTexts[kind](calls);
  const byProject = new Map<string, number>();
  for (const lane of lanes) {
    const name = placeName(lane, 60);
    byProject.set(name, (byProject.get(name) ?? 0) + (lane[kind] ?? 0));
  }
  const projects = [...byProject]
    .filter(([, number]) => number > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxProjects)
    .map(([name, number]) => `${name} ${number}`);
  return named ? `${count}: ${projects.join(', ')}` : count;
}

/** Lines for a session's blocked and allowed calls of a day. */
export function callsOfLane(lane: Lane): readonly string[] {
  return (['blockedCalls', 'allowedCalls'] as const).flatMap((kind) => {
    const { [kind]: calls = 0 } = lane;
    return calls === 0 ? [] : [countTexts[kind](calls)];
  });
}

/** `Monday, 2 March`, in the user's language. */
export function dayName(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toLocaleDateString(
    language() === 'en' ? undefined : language(),
    {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    },
  );
}

export function laneSpans({ stretches }: Lane): readonly TimeSpan[] {
  return stretches.map(({ from, to, kind }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
    kind,
  }));
}

export function laneInWords(lane: Lane): string {
  return spansInWords(laneSpans(lane));
}

function waits(lane: Lane): readonly TimeSpan[] {
  return laneSpans(lane).filter(({ kind }) => kind === 'blocked');
}

/** Time range of the lanes: starts at a full hour and is at least one hour long. */
export function dayAxis({ from, to, lanes }: DayReport): {
  readonly from: number;
  readonly to: number;
  /** Full hours to label, as many as fit. */
  readonly hours: readonly number[];
} {
  const starts = lanes.flatMap((lane) => laneSpans(lane).slice(0, 1)).map((span) => span.from);
  const first = Math.min(...starts, Date.parse(to) - hourMs);
  const midnight = Date.parse(from);
  const start = Math.max(midnight, midnight + Math.floor((first - midnight) / hourMs) * hourMs);
  const end = Math.max(Date.parse(to), start + hourMs);
  const count = Math.ceil((end - start) / hourMs);
  const step = count > 12 ? 3 : count > 6 ? 2 : 1;
  const hours = Array.from({ length: count + 1 }, (_, index) => start + index * hourMs);
  return {
    from: start,
    to: end,
    hours: hours.filter((at, index) => index % step === 0 && at <= end),
  };
}
