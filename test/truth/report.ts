import type { AgentState } from '../../src/shared/protocol/protocol';
import { percentile as percentileOf } from '../bench/statistics';
import { rightGroup, rightState, sum, nothing, type Measure, type StreamedChange } from './measure';
import type { Outcome } from './run';
import type { Played } from './scenario';
import type { Truth } from './truth';

const columns = [
  ['scenario', 56],
  ['client', 8],
  ['hooks', 9],
  ['time', 7],
  ['group', 8],
  ['state', 8],
  ['p95', 8],
  ['max', 8],
  ['work', 8],
  ['false', 8],
  ['missed', 8],
] as const;

/** The result of all scenarios with one kind of hooks and clients. */
export interface Verdict {
  readonly hooks: string;
  readonly clients: readonly string[];
  readonly measure: Measure;
  /**
   * Share of the time with the right group for a session that changes every ten seconds; only for
   * clients without a status in the registry.
   */
  readonly slowChange: number | undefined;
  /** True if all scenarios were played. */
  readonly isWhole: boolean;
  /** The targets that were not met. */
  readonly missed: readonly string[];
}

/** Headings of the table in `docs/benchmarks.md`; the first column contains the name of the row. */
export const truthHeadings = [
  'hooks, client',
  'time played',
  'right group',
  'at one change in 10 s',
  'right sub-state',
  'delay p95',
  'longest',
  'longest false Needs You',
  'missed',
  'verdict',
] as const;

export function truthCells({ hooks, clients, measure, slowChange, missed }: Verdict): string[] {
  return [
    `${hooks}; ${clients.join(', ')}`,
    `${(measure.totalMs / 1000).toFixed(0)} s`,
    percent(measure.groupMs, measure.totalMs),
    slowChange === undefined ? '' : percent(slowChange, 1),
    percent(measure.stateMs, measure.statefulMs),
    `${percentile(measure.delaysMs, 0.95)} ms`,
    `${percentile(measure.delaysMs, 1)} ms`,
    `${measure.falseNeedsYouMs} ms`,
    String(measure.missed.length),
    missed.length === 0 ? 'ok' : missed.join(', '),
  ];
}

export function tableHead(): string {
  return columns.map(([title, width]) => title.padEnd(width)).join('');
}

export function tableRow(outcome: Outcome): string {
  const { cast, durationMs, measure, problem } = outcome;
  const values = [cast.scenario.name, cast.client, hooksText(cast), seconds(durationMs)];
  const row = cells([...values, ...measured(measure)]);
  return problem === undefined ? row : `${row}\n  NOT PLAYED: ${problem.split('\n', 1)[0]}`;
}

function hooksText({ hooks, lost, world }: Played): string {
  if (world !== undefined) return `${world}${hooks ? ', yes' : ', no'}`;
  if (lost === undefined) return hooks ? 'yes' : 'no';
  return lost === 'tenth' ? '9 of 10' : 'no Stop';
}

export function totalRow(title: string, measure: Measure): string {
  return cells([title, '', '', seconds(measure.totalMs), ...measured(measure)]);
}

export function total(outcomes: readonly Outcome[]): Measure {
  return outcomes.map((outcome) => outcome.measure).reduce(sum, nothing);
}

/**
 * Percentile of the values; 0 without values, because a session that never changes is never late.
 */
export function percentile(values: readonly number[], share: number): number {
  return values.length === 0 ? 0 : percentileOf(values, share);
}

/**
 * Text with truth and stream side by side, in order of time. `≠` marks a wrong group, `~` a wrong
 * sub-state or a time before the first truth.
 */
export function timelines({ truth, told, end }: Outcome): string {
  const lines: string[] = [];
  const ids = new Set([...truth.keys(), ...told.keys()]);
  const start = Math.min(end, ...[...truth.values()].map(([first]) => first?.at ?? end));
  for (const id of ids) {
    lines.push(`  session ${id.slice(0, 8)}`);
    const truths = truth.get(id) ?? [];
    const tolds = told.get(id) ?? [];
    const times = [...new Set([...truths, ...tolds].map(({ at }) => at))].sort((a, b) => a - b);
    let before = '';
    for (const at of times) {
      const real = truths.findLast((change) => change.at <= at)?.truth;
      const change = tolds.findLast((one) => one.at <= at);
      const state = change?.state;
      const pair = { truth: real, told: state };
      const mark = rightState(pair) ? ' ' : rightGroup(pair) || real === undefined ? '~' : '≠';
      const what =
        state === undefined
          ? '-'
          : `${state.group}/${state.state} (${state.source}, ${eventOf(state)}, ${ageOf(change)} ms)`;
      const text = `${mark} ${truthText(real).padEnd(38)} ${what}`;
      if (text !== before) lines.push(`  ${((at - start) / 1000).toFixed(3).padStart(8)} ${text}`);
      before = text;
    }
  }
  lines.push(`  ${((end - start) / 1000).toFixed(3).padStart(8)} end`);
  return lines.join('\n');
}

/** Time in ms from the signal to the event in the stream. */
function ageOf(change: StreamedChange | undefined): number {
  return change === undefined ? 0 : Math.round(change.at - (change.signalAt ?? change.at));
}

function eventOf({ context }: AgentState): string {
  const event = context?.['event'];
  return typeof event === 'string' ? event : '';
}

function truthText(truth: Truth | undefined): string {
  return truth === undefined ? '-' : `${truth.group}/${truth.states?.join('|') ?? 'any'}`;
}

function measured(measure: Measure): readonly string[] {
  return [
    percent(measure.groupMs, measure.totalMs),
    percent(measure.stateMs, measure.statefulMs),
    `${percentile(measure.delaysMs, 0.95)} ms`,
    `${percentile(measure.delaysMs, 1)} ms`,
    `${percentile(measure.workDelaysMs, 0.95)} ms`,
    `${measure.falseNeedsYouMs} ms`,
    measure.missed.length === 0 ? '0' : measure.missed.join(', '),
  ];
}

function cells(values: readonly string[]): string {
  return values.map((value, place) => value.padEnd(columns[place]?.[1] ?? 8)).join('');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(2)}%`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}s`;
}
