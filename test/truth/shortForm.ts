import assert from 'node:assert/strict';
import { percentile, tableHead, tableRow, timelines, total } from './report';
import { runAll, type Outcome } from './run';
import { codexVersion } from '../support/codex/install';
import { codexScenarios } from './codex/codexScenarios';
import type { CodexCast } from './codex/codexTruthStage';
import type { Cast, Played } from './scenario';
import { scenarios } from './scenarios';

/**
 * Names of one scenario of each kind. `npm run truth` plays all scenarios and also checks their
 * speed.
 */
export const oneOfEachKind = [
  'a plain turn',
  'a Stop hook of another tool sends the agent on once',
  'Bash is asked for and allowed',
  'Escape at a permission prompt',
  'a question is answered',
  'API error 400 ends the turn, the next one works',
  'a subagent outlives the turn',
  '/clear begins another session',
  'kill -9 while a tool runs',
] as const;

const atOnce = 3;
/**
 * Minimum share of the time with the right group. If hooks are lost, the end of a turn of a client
 * without a status is noticed a second late. A scenario of Codex has a home in which the folder of
 * the day is new, so its session is noticed late.
 */
const groupShare = { told: 0.8, lost: 0.6, codex: 0.6 } as const;
const falseNeedsYouMs = 2_000;

export function castOf(name: string, played: Omit<Cast, 'scenario' | 'still'>): Cast {
  const scenario = scenarios.find((one) => one.name === name);
  assert.ok(scenario, `There is no scenario "${name}"`);
  return { ...played, scenario, still: true };
}

/** A run of a scenario of Codex. */
export function codexCastOf(name: string, played: Pick<CodexCast, 'world' | 'hooks'>): CodexCast {
  const scenario = codexScenarios.find((one) => one.name === name);
  assert.ok(scenario, `There is no scenario "${name}"`);
  return { ...played, scenario, client: codexVersion };
}

function titleOf({ scenario, client, hooks, lost, world }: Played): string {
  if (world !== undefined) {
    const where = world === 'own' ? 'in its terminal’s own process' : 'on the shared server';
    return `${scenario.name} (${where}, ${hooks ? 'with our hooks' : 'without hooks'})`;
  }
  if (lost === undefined) return `${scenario.name} (${hooks ? 'with our hooks' : 'without hooks'})`;
  const what = lost === 'stop' ? 'no turn’s end told' : 'one hook in ten lost';
  return `${scenario.name} (${what}, client ${client})`;
}

function leastShare({ lost, world }: Played): number {
  if (world !== undefined) return groupShare.codex;
  return lost === undefined ? groupShare.told : groupShare.lost;
}

/** Defines tests that play the casts with the real client. They check groups but not speed. */
export function describeTruth(casts: readonly (Cast | CodexCast)[]): void {
  describe('The board tells the truth', function () {
    this.timeout(300_000);
    const outcomes: Outcome[] = [];

    before('play the scenarios with the real client', async () => {
      await runAll(casts, atOnce, (outcome) => outcomes.push(outcome));
    });

    after('print the delays, which are nobody’s failure on a busy machine', () => {
      console.log([tableHead(), ...outcomes.map(tableRow)].join('\n'));
      const { delaysMs } = total(outcomes);
      console.log(`p50 ${percentile(delaysMs, 0.5)} ms, p95 ${percentile(delaysMs, 0.95)} ms`);
    });

    for (const cast of casts) {
      it(titleOf(cast), () => {
        const outcome = outcomes.find((one) => one.cast === cast);
        assert.ok(outcome);
        const { problem, measure } = outcome;
        assert.equal(problem, undefined);
        const shown = `\n${timelines(outcome)}`;
        assert.deepEqual(measure.missed, [], `A call for a person was missed${shown}`);
        assert.ok(measure.falseNeedsYouMs <= falseNeedsYouMs, `A Needs You that was none${shown}`);
        const share = measure.groupMs / measure.totalMs;
        const least = leastShare(cast);
        assert.ok(share >= least, `${(share * 100).toFixed(1)} % in the right group${shown}`);
      });
    }
  });
}
