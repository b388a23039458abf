import assert from 'node:assert/strict';
import { pinnedVersion } from '../support/claude/install';
import { percentile, tableHead, tableRow, timelines, total } from '../truth/report';
import { runAll, type Outcome } from '../truth/run';
import type { Cast } from '../truth/scenario';
import { scenarios } from '../truth/scenarios';

/** One of each kind; `npm run truth` plays them all, and judges their speed. */
const chosen = [
  'a plain turn',
  'Bash is asked for and allowed',
  'Escape at a permission prompt',
  'a question is answered',
  'API error 400 ends the turn, the next one works',
  'a subagent outlives the turn',
  '/clear begins another session',
  'kill -9 while a tool runs',
] as const;

const atOnce = 3;
const groupShare = 0.8;
const falseNeedsYouMs = 2_000;

describe('The board tells the truth', function () {
  this.timeout(300_000);
  const outcomes: Outcome[] = [];

  before('play the scenarios with the real client', async () => {
    const casts = chosen.flatMap((name): Cast[] => {
      const scenario = scenarios.find((one) => one.name === name);
      assert.ok(scenario, `There is no scenario "${name}"`);
      return [true, false].map((hooks) => ({ scenario, client: pinnedVersion, hooks }));
    });
    await runAll(casts, atOnce, (outcome) => outcomes.push(outcome));
  });

  after('print the delays, which are nobody’s failure on a busy machine', () => {
    console.log([tableHead(), ...outcomes.map(tableRow)].join('\n'));
    const { delaysMs } = total(outcomes);
    console.log(`p50 ${percentile(delaysMs, 0.5)} ms, p95 ${percentile(delaysMs, 0.95)} ms`);
  });

  for (const name of chosen) {
    for (const hooks of [true, false]) {
      it(`${name} (${hooks ? 'with our hooks' : 'without hooks'})`, () => {
        const outcome = outcomes.find(
          ({ cast }) => cast.scenario.name === name && cast.hooks === hooks,
        );
        assert.ok(outcome);
        const { problem, measure } = outcome;
        assert.equal(problem, undefined);
        const shown = `\n${timelines(outcome)}`;
        assert.deepEqual(measure.missed, [], `A call for a person was missed${shown}`);
        assert.ok(measure.falseNeedsYouMs <= falseNeedsYouMs, `A Needs You that was none${shown}`);
        const share = measure.groupMs / measure.totalMs;
        assert.ok(share >= groupShare, `${(share * 100).toFixed(1)} % in the right group${shown}`);
      });
    }
  }
});
