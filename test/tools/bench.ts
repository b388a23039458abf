import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { writeBenchmarks } from '../bench/report/benchmarksFile';
import { buildBundles } from '../bench/bundles';
import { ensureCcusage } from '../bench/compare/ccusage';
import { ensureHistory, type History } from '../bench/history/history';
import { takeLock } from '../bench/lock';
import { describeMachine } from '../bench/report/machine';
import { presetNames, type Bench, type Measurement, type Row } from '../bench/measurement';
import { measurements } from '../bench/measurements';
import { soak } from '../bench/soak/soak';
import { soakHeadings, soakRows } from '../bench/soak/soakTable';
import { duration, megabytes } from '../bench/statistics';
import { alignedTable, formatTable, measuredTable } from '../bench/report/table';
import { cacheFolder as projectCache } from '../support/editor/paths';

const cacheFolder = path.join(projectCache, 'bench');
const soakMinutes = 10;

/**
 * Measures everything that has a budget. A value over budget is a result; only a failed measurement
 * makes the run fail.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      soak: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.soak) return runSoak(Number(positionals[0] ?? soakMinutes));
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

/**
 * Measures whether memory or times grow while many sessions run; values above the limits are
 * reported, but do not fail.
 */
async function runSoak(minutes: number): Promise<void> {
  if (!(minutes >= 2)) throw new Error('A soak takes two minutes at least');
  const release = await takeLock(cacheFolder);
  try {
    console.log(await describeMachine());
    const result = await soak(cacheFolder, minutes, say);
    const { sessions, hooks, failed } = result;
    const rate = hooks / minutes / 60;
    console.log(
      `${sessions} sessions, ${hooks} hook calls (${rate.toFixed(0)} a second), ${failed} refused`,
    );
    fs.writeFileSync(path.join(cacheFolder, 'soak.json'), JSON.stringify(result, undefined, 2));
    console.log(`\n${alignedTable(soakHeadings(result), soakRows(result))}`);
    for (const { minute, host } of result.moments.slice(1)) {
      const { p99, worst, worstWork } = host.stall;
      console.log(
        `stall of the extension host up to minute ${minute}: p99 ${duration(p99)}, worst ${duration(worst)} (${duration(worstWork)} of work)`,
      );
    }
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
  // A small history has other times than the large one, so its results are not written. After a
  // failure only the measured rows are replaced.
  if (!small && rows.length > 0) {
    const isWhole = chosen.length === measurements.length && failures.length === 0;
    const written = await writeBenchmarks('The bench', measuredTable(rows, machine), isWhole);
    console.log(`\nWritten to ${written}`);
  }
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function prepare(small: boolean): Promise<Bench> {
  fs.mkdirSync(cacheFolder, { recursive: true });
  const histories = new Map<string, History>();
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

function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`… ${text}\n`);
}

const nameOf = ({ name }: { readonly name: string }): string => name;

void main();
