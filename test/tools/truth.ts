import { parseArgs } from 'node:util';
import { compareVersions } from '../../src/shared/text/compareVersions';
import { writeBenchmarks } from '../bench/report/benchmarksFile';
import { describeMachine } from '../bench/report/machine';
import { newestVersion, pinnedVersion } from '../support/claude/install';
import { codexVersion } from '../support/codex/install';
import { codexScenarios } from '../truth/codex/codexScenarios';
import type { CodexCast } from '../truth/codex/codexTruthStage';
import type { Measure } from '../truth/measure';
import { playNewest } from '../truth/newest/newest';
import { printNewNames } from '../truth/newest/newNames';
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
import { olderClients, type Cast, type Played } from '../truth/scenario';
import { scenarios } from '../truth/scenarios';

/**
 * Assumed interval between state changes, in ms, for the share of clients without a status: these
 * show some changes late, above all without hooks, and the scenarios, which last seconds, change
 * more often than real sessions.
 */
const changeMs = 10_000;

/** Promised accuracy, with hooks and without. */
const targets = {
  hooks: { groupShare: 0.995, delayMs: 150 },
  noHooks: { groupShare: 0.98, delayMs: 1_500 },
  /**
   * If hooks are lost, the registry shows the state, or else the transcript, for which the hub
   * waits a second for the hook.
   */
  lost: { groupShare: 0.98, delayMs: 500 },
  lostWithoutStatus: { groupShare: 0.95, delayMs: 1_500 },
  /** If no person acts, the client's tools and transcript show the next state. */
  unattended: { groupShare: 0.99, delayMs: 150 },
  unattendedWithoutHooks: { groupShare: 0.97, delayMs: 1_500 },
  /** The end of a turn of Codex counts after 200 ms, in which it may start the next by itself. */
  codex: { groupShare: 0.98, delayMs: 300 },
  codexWithoutHooks: { groupShare: 0.96, delayMs: 1_500 },
  falseNeedsYouMs: 2_000,
} as const;

interface Target {
  readonly groupShare: number;
  readonly delayMs: number;
}

interface Part {
  readonly title: string;
  /** Its name in the table of `docs/benchmarks.md`. */
  readonly hooks: string;
  readonly target: Target;
  /** Different target for a client that writes no status. */
  readonly withoutStatus?: Target;
  readonly of: (cast: Played) => boolean;
}

const parts: readonly Part[] = [
  {
    title: 'WITH HOOKS',
    hooks: 'all',
    target: targets.hooks,
    of: (cast) => !isCodex(cast) && cast.hooks && cast.lost === undefined && !isUnattended(cast),
  },
  {
    title: 'WITHOUT HOOKS',
    hooks: 'none',
    target: targets.noHooks,
    of: (cast) => !isCodex(cast) && !cast.hooks && !isUnattended(cast),
  },
  {
    title: 'UNATTENDED, WITH HOOKS',
    hooks: 'unattended, all',
    target: targets.unattended,
    of: (cast) => cast.hooks && isUnattended(cast),
  },
  {
    title: 'UNATTENDED, WITHOUT HOOKS',
    hooks: 'unattended, none',
    target: targets.unattendedWithoutHooks,
    of: (cast) => !cast.hooks && isUnattended(cast),
  },
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
  {
    title: 'CODEX ON THE SHARED SERVER',
    hooks: 'Codex, shared server',
    target: targets.codex,
    of: ({ world }) => world === 'shared',
  },
  {
    title: 'CODEX IN ITS OWN PROCESS, WITH HOOKS',
    hooks: 'Codex, own process, all',
    target: targets.codex,
    of: ({ world, hooks }) => world === 'own' && hooks,
  },
  {
    title: 'CODEX IN ITS OWN PROCESS, WITHOUT HOOKS',
    hooks: 'Codex, own process, none',
    target: targets.codexWithoutHooks,
    of: ({ world, hooks }) => world === 'own' && !hooks,
  },
];

function isCodex({ world }: Played): boolean {
  return world !== undefined;
}

function isUnattended({ scenario }: Played): boolean {
  return scenario.unattended === true;
}

const defaultAtOnce = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      hooks: { type: 'boolean' },
      lost: { type: 'boolean' },
      unattended: { type: 'boolean' },
      newest: { type: 'boolean', default: false },
      names: { type: 'boolean', default: false },
      client: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      'at-once': { type: 'string', default: String(defaultAtOnce) },
    },
    allowNegative: true,
  });
  const atOnce = Number(values['at-once']);
  if (values.names) return printNewNames(values.client ?? newestVersion);
  if (values.newest) {
    process.exitCode = (await playNewest(values.client, atOnce)) ? 0 : 1;
    return;
  }
  const chosen = casts().filter((cast) => {
    const { scenario, client, hooks, lost } = cast;
    return (
      new RegExp(values.only ?? '', 'i').test(`${scenario.name} ${client}`) &&
      (values.client === undefined || values.client === client) &&
      (values.hooks === undefined || values.hooks === hooks) &&
      (values.lost === undefined || values.lost === (lost !== undefined)) &&
      (values.unattended === undefined || values.unattended === isUnattended(cast))
    );
  });
  console.log(`${chosen.length} runs with the real client, ${atOnce} at once.\n`);
  console.log(tableHead());
  const print = (outcome: Outcome): void => {
    console.log(tableRow(outcome));
    if (values.verbose) console.log(`${outcome.problem ?? ''}\n${timelines(outcome)}\n`);
  };
  const outcomes = await runAll(chosen, atOnce, print, true);
  const verdicts = evaluate(outcomes);
  process.exitCode = verdicts.every(({ missed }) => missed.length === 0) ? 0 : 1;
  const rows = verdicts.filter(({ isWhole }) => isWhole).map(truthCells);
  if (rows.length === 0 || outcomes.some(({ problem }) => problem !== undefined)) return;
  const isWhole = chosen.length === casts().length;
  const run = `${await describeMachine()}, ${atOnce} scenarios at once`;
  const measured = { run, headings: truthHeadings, rows, notes: [] };
  console.log(`\nWritten to ${await writeBenchmarks('The truth bench', measured, isWhole)}`);
}

function casts(): (Cast | CodexCast)[] {
  const both = (scenario: Cast['scenario'], client: string): Cast[] => [
    { scenario, client, hooks: true },
    { scenario, client, hooks: false },
  ];
  const newest = scenarios.flatMap((scenario) =>
    [newestVersion, pinnedVersion].flatMap((client) => both(scenario, client)),
  );
  const older = scenarios.flatMap((scenario) =>
    (scenario.olderClients ?? []).flatMap((client) => both(scenario, client)),
  );
  return [...newest, ...older, ...losing(), ...codexScenarios.flatMap(codexCasts)];
}

/** Without hooks, nothing tells that a session in its own process asks, so that is not played. */
function codexCasts(scenario: CodexCast['scenario']): CodexCast[] {
  const client = codexVersion;
  const own = { scenario, client, world: 'own' } as const;
  const shared: CodexCast = { scenario, client, world: 'shared', hooks: false };
  return [
    ...(scenario.ownOnly === true ? [] : [shared]),
    { ...own, hooks: true },
    ...(scenario.asks === true ? [] : [{ ...own, hooks: false }]),
  ];
}

/** Every way to lose hooks, with a client that writes a status and with one that does not. */
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

function evaluate(outcomes: readonly Outcome[]): readonly Verdict[] {
  console.log();
  return parts.flatMap((part) =>
    [true, false].flatMap((keepsStatus) => {
      const isOwn = (cast: Played): boolean =>
        part.of(cast) && (cast.client !== olderClients.older) === keepsStatus;
      const own = outcomes.filter(({ cast }) => isOwn(cast));
      if (own.length === 0) return [];
      const isWhole = own.length === casts().filter(isOwn).length;
      return { ...judgePart(own, part, keepsStatus), isWhole };
    }),
  );
}

function judgePart(
  outcomes: readonly Outcome[],
  { title, hooks, target, withoutStatus = target }: Part,
  keepsStatus: boolean,
): Omit<Verdict, 'isWhole'> {
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
  const clients = [...new Set(outcomes.map(({ cast }) => cast.client))].sort(newerFirst);
  return { hooks, clients, measure, slowChange, missed };
}

function newerFirst(one: string, other: string): number {
  return compareVersions(other, one);
}

/** Average time in the wrong group, in ms, per change of the true state. */
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
