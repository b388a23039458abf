import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from '../bench/bundles';
import { ensureCcusage } from '../bench/ccusage';
import { ensureHistory, type History } from '../bench/history/history';
import { takeLock } from '../bench/lock';
import { describeMachine } from '../bench/machine';
import { presetNames, type Bench, type Measurement, type Row } from '../bench/measurement';
import { measurements } from '../bench/measurements';
import { megabytes } from '../bench/statistics';
import { formatTable } from '../bench/table';
import { cacheFolder as projectCache } from '../support/editor/paths';

const cacheFolder = path.join(projectCache, 'bench');

/** Measures everything that has a budget; over budget is a result, only a failed measurement fails. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const wanted = new RegExp(values.only, 'iu');
  const chosen = measurements.filter(({ name }) => wanted.test(name));
  if (chosen.length === 0) {
    throw new Error(`Nothing is called so; there are: ${measurements.map(nameOf).join(', ')}`);
  }
  const release = await takeLock(cacheFolder);
  try {
    await run(chosen, values.small);
  } finally {
    release();
  }
}

async function run(chosen: readonly Measurement[], small: boolean): Promise<void> {
  const machine = await describeMachine();
  console.log(machine);
  const bench = await prepare(small);
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const measurement of chosen) {
    bench.say(measurement.name);
    try {
      rows.push(...(await measurement.measure(bench)));
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      failures.push(`${measurement.name} could not be measured: ${reason}`);
    }
  }
  const name = small ? 'small' : 'full';
  const result = { machine, small, rows, failures };
  fs.writeFileSync(path.join(cacheFolder, `${name}.json`), JSON.stringify(result, undefined, 2));
  console.log(`\n${formatTable(rows)}`);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function prepare(small: boolean): Promise<Bench> {
  fs.mkdirSync(cacheFolder, { recursive: true });
  const histories = new Map<string, History>();
  const say = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`… ${text}\n`);
  };
  const names = presetNames[small ? 'small' : 'full'];
  say('building');
  return {
    small,
    cacheFolder,
    bundles: await buildBundles(cacheFolder),
    history(kind) {
      const known = histories.get(kind);
      if (known !== undefined) return known;
      say(`generating or reading the ${kind}`);
      const history = ensureHistory(cacheFolder, names[kind]);
      histories.set(kind, history);
      const { files, bytes, messages } = history.summary;
      const { sessions } = history.parameters;
      console.log(
        `${kind}: ${sessions} sessions, ${files} files, ${megabytes(bytes)}, ${messages} messages`,
      );
      return history;
    },
    peer: () => ensureCcusage(cacheFolder),
    say,
  };
}

const nameOf = ({ name }: { readonly name: string }): string => name;

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
