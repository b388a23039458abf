import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { testOutputFolder } from '../support/editor/paths';
import { packageUnderTest, sharePackage } from '../support/editor/vsix';
import { Blocks } from './blocks';
import { inTwoLanes } from './lanes';
import { interruption } from './launch';
import { mergeResults, partsOf, readResults, runPart, type Part } from './part';
import { setUp, type Need } from './setUp';
import { isSuiteName, suiteNames, suites, type SuiteName } from './suites';
import { summarize, type SuiteOutcome } from './summary';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { grep: { type: 'string' } },
    allowPositionals: true,
  });
  const { grep } = values;
  const interrupted = interruption();
  const asked = positionals.map(suiteNamed);
  const chosen = suiteNames.filter((name) => asked.length === 0 || asked.includes(name));
  await fs.rm(testOutputFolder, { recursive: true, force: true });
  await fs.mkdir(testOutputFolder, { recursive: true });

  const there = setUp(new Set<Need>(chosen.flatMap((name) => suites[name].needs)), interrupted);
  const blocks = new Blocks((text) => console.log(text));
  const run = async (part: Part, live: boolean): Promise<SuiteOutcome> => {
    const attempt = async (file?: string): Promise<string | undefined> => {
      try {
        const needs: readonly Need[] = suites[part.suite].needs;
        for (const need of needs) await there(need);
        const env = needs.includes('package') ? sharePackage(await packageUnderTest()) : {};
        await runPart(part, { grep, interrupted, env, ...(file === undefined ? {} : { file }) });
        return undefined;
      } catch (error) {
        return message(error);
      }
    };
    let problem: string | undefined;
    if (live) problem = await blocks.under(part.title, () => attempt());
    else {
      const file = path.join(testOutputFolder, `${part.title}.txt`);
      problem = await attempt(file);
      blocks.add(part.title, await fs.readFile(file, 'utf8').catch(() => 'It wrote nothing.'));
    }
    const results = await readResults(part.output);
    return { suite: part.suite, results, ...(problem === undefined ? {} : { problem }) };
  };

  const parts = chosen.flatMap((name) => partsOf(name, grep !== undefined));
  const outcomes = [...(await inTwoLanes(parts, run, interrupted))];
  for (const name of chosen) {
    await mergeResults(
      parts.filter(({ suite }) => suite === name),
      path.join(testOutputFolder, `${name}.json`),
    );
  }
  if (interrupted.aborted)
    outcomes.push({ suite: 'all', results: undefined, problem: 'interrupted' });
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
