import { parseArgs } from 'node:util';
import { pinnedVersion } from '../support/claude/install';
import { percentile, tableHead, tableRow, timelines, total, totalRow } from '../truth/report';
import { runAll, type Outcome } from '../truth/run';
import type { Cast } from '../truth/scenario';
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

function judge(outcomes: readonly Outcome[]): boolean {
  console.log();
  const verdicts = [true, false].map((hooks) => {
    const part = outcomes.filter(({ cast }) => cast.hooks === hooks);
    if (part.length === 0) return true;
    const measure = total(part);
    const target = hooks ? targets.hooks : targets.noHooks;
    console.log(totalRow(hooks ? 'ALL WITH HOOKS' : 'ALL WITHOUT HOOKS', measure));
    console.log(
      `  delays: p50 ${percentile(measure.delaysMs, 0.5)} ms, p95 ${percentile(measure.delaysMs, 0.95)} ms, ` +
        `max ${percentile(measure.delaysMs, 1)} ms of ${measure.delaysMs.length} changes`,
    );
    const failures = [
      ...(measure.groupMs < measure.totalMs * target.groupShare
        ? [`less than ${target.groupShare * 100} % of the time in the right group`]
        : []),
      ...(percentile(measure.delaysMs, 0.95) > target.delayMs
        ? [`p95 of the delays over ${target.delayMs} ms`]
        : []),
      ...(measure.falseNeedsYouMs > targets.falseNeedsYouMs
        ? [`a Needs You that was none for over ${targets.falseNeedsYouMs} ms`]
        : []),
      ...(measure.missed.length > 0 ? ['a real Needs You that was never told'] : []),
      ...(part.some(({ problem }) => problem !== undefined) ? ['a scenario was not played'] : []),
    ];
    for (const failure of failures) console.log(`  MISSED: ${failure}`);
    return failures.length === 0;
  });
  return verdicts.every(Boolean);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
