import { parseArgs } from 'node:util';
import { pinnedVersion } from '../support/claude/install';
import { percentile, tableHead, tableRow, timelines, total, totalRow } from '../truth/report';
import { runAll, type Outcome } from '../truth/run';
import { olderClients, type Cast } from '../truth/scenario';
import { scenarios } from '../truth/scenarios';

/** What is promised, with hooks and without. */
const targets = {
  hooks: { groupShare: 0.995, delayMs: 150 },
  noHooks: { groupShare: 0.98, delayMs: 1_500 },
  falseNeedsYouMs: 2_000,
} as const;

const defaultAtOnce = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      hooks: { type: 'boolean' },
      verbose: { type: 'boolean', default: false },
      'at-once': { type: 'string', default: String(defaultAtOnce) },
    },
    allowNegative: true,
  });
  const atOnce = Number(values['at-once']);
  const chosen = casts().filter(
    ({ scenario, client, hooks }) =>
      new RegExp(values.only ?? '', 'i').test(`${scenario.name} ${client}`) &&
      (values.hooks === undefined || values.hooks === hooks),
  );
  console.log(`${chosen.length} runs with the real client, ${atOnce} at once.\n`);
  console.log(tableHead());
  const outcomes = await runAll(chosen, atOnce, (outcome) => {
    console.log(tableRow(outcome));
    if (values.verbose) console.log(`${outcome.problem ?? ''}\n${timelines(outcome)}\n`);
  });
  process.exitCode = judge(outcomes) ? 0 : 1;
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
  return [...newest, ...older];
}

/** Everything is promised for clients that keep a status; of older ones only that they call when they need you. */
function judge(outcomes: readonly Outcome[]): boolean {
  console.log();
  const verdicts = [true, false].flatMap((hooks) =>
    [true, false].map((keepsStatus) => {
      const part = outcomes.filter(
        ({ cast }) => cast.hooks === hooks && (cast.client !== olderClients.older) === keepsStatus,
      );
      return part.length === 0 || judgePart(part, hooks, keepsStatus);
    }),
  );
  return verdicts.every(Boolean);
}

function judgePart(part: readonly Outcome[], hooks: boolean, keepsStatus: boolean): boolean {
  const measure = total(part);
  const client = keepsStatus ? '' : `, CLIENT ${olderClients.older}`;
  console.log(totalRow(`ALL ${hooks ? 'WITH' : 'WITHOUT'} HOOKS${client}`, measure));
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(measure.delaysMs, share));
  console.log(
    `  delays: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms of ${measure.delaysMs.length} changes; ` +
      `what it works on: p95 ${percentile(measure.workDelaysMs, 0.95)} ms of ${measure.workDelaysMs.length}`,
  );
  const { groupShare, delayMs } = hooks ? targets.hooks : targets.noHooks;
  const judged: readonly (readonly [missed: boolean, what: string])[] = [
    [
      keepsStatus && measure.groupMs < measure.totalMs * groupShare,
      `less than ${groupShare * 100} % of the time in the right group`,
    ],
    [keepsStatus && (p95 ?? 0) > delayMs, `p95 of the delays over ${delayMs} ms`],
    [
      measure.falseNeedsYouMs > targets.falseNeedsYouMs,
      `a Needs You that was none for over ${targets.falseNeedsYouMs} ms`,
    ],
    [measure.missed.length > 0, 'a real Needs You that was never told'],
    [part.some(({ problem }) => problem !== undefined), 'a scenario was not played'],
  ];
  const missed = judged.filter(([is]) => is).map(([, what]) => what);
  for (const what of missed) console.log(`  MISSED: ${what}`);
  return missed.length === 0;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
