import * as fs from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { testOutputFolder } from '../support/editor/paths';
import { packageUnderTest, sharePackage } from '../support/editor/install/vsix';
import { inLanes } from './lanes';
import { interruption } from './launch';
import { partsOf, runPart, type Part } from './part';
import { trySecondTime } from './secondTry';
import { setUp, steps, type Need } from './setUp';
import { isSuiteName, suiteNames, suites, type SuiteName } from './suites';
import { summarize, type SuiteOutcome } from './summary';
import { reportUsage } from './usage/report';
import { UsageMeter } from './usage/usageMeter';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { grep: { type: 'string' } },
    allowPositionals: true,
  });
  const { grep } = values;
  const interrupted = interruption();
  const meter = new UsageMeter();
  let setUpMs = 0;
  const asked = positionals.map(suiteNamed);
  const chosen = suiteNames.filter((name) => asked.length === 0 || asked.includes(name));
  await fs.rm(testOutputFolder, { recursive: true, force: true });
  await fs.mkdir(testOutputFolder, { recursive: true });

  const there = setUp(steps, interrupted);
  const run = async (part: Part): Promise<SuiteOutcome> => {
    const needs: readonly Need[] = suites[part.suite].needs;
    const print = (line: string): void => console.log(`${part.title} | ${line}`);
    try {
      const began = performance.now();
      for (const need of needs) await there(need);
      setUpMs += performance.now() - began;
      const env = needs.includes('package') ? sharePackage(await packageUnderTest()) : {};
      return await runPart(part, {
        grep,
        interrupted,
        env,
        print,
        started: (pid) => meter.register(pid, part.title),
      });
    } catch (error) {
      return { suite: part.suite, results: undefined, problem: message(error) };
    }
  };

  const parts = chosen.flatMap((name) => partsOf(name, grep !== undefined));
  const { results: ran, ...lanes } = await inLanes(
    parts,
    async (part) => ({ part, outcome: await run(part) }),
    interrupted,
  );
  const isWhole = grep === undefined && !interrupted.aborted;
  const outcomes = isWhole
    ? [...(await trySecondTime(ran, run))]
    : ran.map(({ outcome }) => outcome);
  if (interrupted.aborted)
    outcomes.push({ suite: 'all', results: undefined, problem: 'interrupted' });
  const usage = { ...meter.stop(), ...lanes, setUpMs };
  console.log(await reportUsage(usage, outcomes));
  const { text, failed } = summarize(outcomes);
  console.log(text);
  process.exitCode = failed ? 1 : 0;
}

function suiteNamed(name: string): SuiteName {
  if (isSuiteName(name)) return name;
  throw new Error(`There is no suite "${name}": choose among ${suiteNames.join(', ')}.`);
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  console.error(message(error));
  process.exitCode = 1;
});
