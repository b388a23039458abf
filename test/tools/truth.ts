import { parseArgs } from 'node:util';
import { writeBenchmarks } from '../bench/report/benchmarksFile';
import { describeMachine } from '../bench/report/machine';
import { pinnedVersion } from '../support/claude/install';
import type { Measure } from '../truth/measure';
import {
  percentile,
  tableHead,
  tableRow,
  timelines,
  total,
  totalRow,
  truthCells,
  truthHeadings,
  type Verdict,
} from '../truth/report';
import { runAll, type Outcome } from '../truth/run';
import { olderClients, type Cast } from '../truth/scenario';
import { scenarios } from '../truth/scenarios';

/**
 * Clients without a status show some changes late, above all without hooks: their share is taken of a
 * session that changes this often, in ms. The scenarios, which last seconds, would change more often.
 */
const changeMs = 10_000;

/** What is promised, with hooks and without. */
const targets = {
  hooks: { groupShare: 0.995, delayMs: 150 },
  noHooks: { groupShare: 0.98, delayMs: 1_500 },
  /** Where hooks are lost, the registry or else the transcript tells, which waits a second for the hook. */
  lost: { groupShare: 0.98, delayMs: 500 },
  lostWithoutStatus: { groupShare: 0.95, delayMs: 1_500 },
  falseNeedsYouMs: 2_000,
} as const;

interface Target {
  readonly groupShare: number;
  readonly delayMs: number;
}

interface Part {
  readonly title: string;
  /** What the table of `docs/benchmarks.md` calls it. */
  readonly hooks: string;
  readonly target: Target;
  /** Of a client that keeps no status, where that has a target of its own. */
  readonly withoutStatus?: Target;
  readonly of: (cast: Cast) => boolean;
}

const parts: readonly Part[] = [
  {
    title: 'WITH HOOKS',
    hooks: 'all',
    target: targets.hooks,
    of: ({ hooks, lost }) => hooks && lost === undefined,
  },
  { title: 'WITHOUT HOOKS', hooks: 'none', target: targets.noHooks, of: ({ hooks }) => !hooks },
  {
    title: 'ONE HOOK IN TEN LOST',
    hooks: 'one call in ten lost',
    target: targets.lost,
    withoutStatus: targets.lostWithoutStatus,
    of: ({ lost }) => lost === 'tenth',
  },
  {
    title: 'STOP NEVER TOLD',
    hooks: "no turn's end told",
    target: targets.lost,
    withoutStatus: targets.lostWithoutStatus,
    of: ({ lost }) => lost === 'stop',
  },
];

const defaultAtOnce = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      hooks: { type: 'boolean' },
      lost: { type: 'boolean' },
      verbose: { type: 'boolean', default: false },
      'at-once': { type: 'string', default: String(defaultAtOnce) },
    },
    allowNegative: true,
  });
  const atOnce = Number(values['at-once']);
  const chosen = casts().filter(
    ({ scenario, client, hooks, lost }) =>
      new RegExp(values.only ?? '', 'i').test(`${scenario.name} ${client}`) &&
      (values.hooks === undefined || values.hooks === hooks) &&
      (values.lost === undefined || values.lost === (lost !== undefined)),
  );
  console.log(`${chosen.length} runs with the real client, ${atOnce} at once.\n`);
  console.log(tableHead());
  const print = (outcome: Outcome): void => {
    console.log(tableRow(outcome));
    if (values.verbose) console.log(`${outcome.problem ?? ''}\n${timelines(outcome)}\n`);
  };
  const outcomes = await runAll(chosen, atOnce, print, true);
  const verdicts = judge(outcomes);
  process.exitCode = verdicts.every(({ missed }) => missed.length === 0) ? 0 : 1;
  const isWhole = chosen.length === casts().length;
  if (!isWhole || outcomes.some(({ problem }) => problem !== undefined)) return;
  const run = `${await describeMachine()}, ${atOnce} scenarios at once`;
  const measured = { run, headings: truthHeadings, rows: verdicts.map(truthCells), notes: [] };
  console.log(`\nWritten to ${await writeBenchmarks('The truth bench', measured, true)}`);
}

function casts(): Cast[] {
  const both = (scenario: Cast['scenario'], client: string): Cast[] => [
    { scenario, client, hooks: true },
    { scenario, client, hooks: false },
  ];
  const newest = scenarios.flatMap((scenario) => both(scenario, pinnedVersion));
  const older = scenarios.flatMap((scenario) =>
    (scenario.olderClients ?? []).flatMap((client) => both(scenario, client)),
  );
  return [...newest, ...older, ...losing()];
}

/** Each way to lose hooks, with a client that keeps a status and with one that keeps none. */
function losing(): Cast[] {
  const kinds = scenarios.filter(({ olderClients: clients = [] }) => clients.length > 0);
  return (['tenth', 'stop'] as const).flatMap((lost) =>
    kinds.flatMap((scenario): Cast[] => {
      const clients = scenario.olderClients?.includes(olderClients.older)
        ? [pinnedVersion, olderClients.older]
        : [pinnedVersion];
      return clients.map((client) => ({ scenario, client, hooks: true, lost }));
    }),
  );
}

function judge(outcomes: readonly Outcome[]): readonly Verdict[] {
  console.log();
  return parts.flatMap((part) =>
    [true, false].flatMap((keepsStatus) => {
      const own = outcomes.filter(
        ({ cast }) => part.of(cast) && (cast.client !== olderClients.older) === keepsStatus,
      );
      return own.length === 0 ? [] : judgePart(own, part, keepsStatus);
    }),
  );
}

function judgePart(
  outcomes: readonly Outcome[],
  { title, hooks, target, withoutStatus = target }: Part,
  keepsStatus: boolean,
): Verdict {
  const { groupShare, delayMs } = keepsStatus ? target : withoutStatus;
  const measure = total(outcomes);
  const client = keepsStatus ? '' : `, CLIENT ${olderClients.older}`;
  console.log(totalRow(`ALL ${title}${client}`, measure));
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(measure.delaysMs, share));
  console.log(
    `  delays: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms of ${measure.delaysMs.length} changes; ` +
      `what it works on: p95 ${percentile(measure.workDelaysMs, 0.95)} ms of ${measure.workDelaysMs.length}`,
  );
  console.log(`  ${timesText(measure)}`);
  const slowChange = keepsStatus ? undefined : shareAt(measure, changeMs);
  const judged: readonly (readonly [missed: boolean, what: string])[] = [
    [
      (slowChange ?? measure.groupMs / measure.totalMs) < groupShare,
      `less than ${groupShare * 100} % of the time in the right group`,
    ],
    [(p95 ?? 0) > delayMs, `p95 of the delays over ${delayMs} ms`],
    [
      measure.falseNeedsYouMs > targets.falseNeedsYouMs,
      `a Needs You that was none for over ${targets.falseNeedsYouMs} ms`,
    ],
    [measure.missed.length > 0, 'a real Needs You that was never told'],
    [outcomes.some(({ problem }) => problem !== undefined), 'a scenario was not played'],
  ];
  const missed = judged.filter(([is]) => is).map(([, what]) => what);
  for (const what of missed) console.log(`  MISSED: ${what}`);
  const clients = [...new Set(outcomes.map(({ cast }) => cast.client))];
  return { hooks, clients, measure, slowChange, missed };
}

/** For each change of the truth. */
function wrongMsOf({ totalMs, groupMs, delaysMs }: Measure): number {
  return (totalMs - groupMs) / Math.max(1, delaysMs.length);
}

function shareAt(measure: Measure, oneChangeInMs: number): number {
  return 1 - wrongMsOf(measure) / oneChangeInMs;
}

function timesText(measure: Measure): string {
  const { aheadMs, unknownMs, longestUnknownMs } = measure;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const share = (shareAt(measure, changeMs) * 100).toFixed(2);
  return [
    `in the wrong group: ${wrongMsOf(measure).toFixed(0)} ms for each change`,
    `with one change in ${seconds(changeMs)} that leaves ${share} %`,
    `right before the screen was: ${seconds(aheadMs)} in all`,
    `not judged: ${seconds(unknownMs)} in all, at most ${seconds(longestUnknownMs)} at a time`,
  ].join('; ');
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
