import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { projectRoot, testOutputFolder } from '../../support/editor/paths';
import type { WorkerTime } from './queue';
import type { FileRun } from './summary';
import type { Usage } from './usageMeter';

const mostRows = 30;

/** Resource usage of a whole test run. */
export interface RunUsage extends Usage {
  readonly workers: readonly WorkerTime[];
  /** Time until everything that the tests need was installed and packaged, in ms. */
  readonly setUpMs: number;
  /** How many times slower the machine is than the reference. */
  readonly slowness: number;
}

/** Returns a summary of where the time of a run went, and writes the details to a file. */
export async function reportUsage(usage: RunUsage, runs: readonly FileRun[]): Promise<string> {
  const tests = runs.flatMap(({ suite, results }) =>
    (results?.tests ?? []).map(({ title, durationMs }) => ({
      name: `${suite}: ${title}`,
      ms: durationMs,
    })),
  );
  const files = runs.flatMap(({ file, results, processorMs = 0 }) => {
    if (file === undefined || results === undefined) return [];
    return { name: file, ms: results.wallMs, processorMs, ownMs: results.processorMs };
  });
  const starts = { 'hub in the test process': 0, bundle: 0 };
  for (const { results } of runs) {
    for (const of of ['hub in the test process', 'bundle'] as const)
      starts[of] += results?.starts[of] ?? 0;
  }
  const file = path.join(testOutputFolder, 'usage.json');
  const named = Object.fromEntries(usage.named);
  const details = { ...usage, named, starts, files: sorted(files), tests: sorted(tests) };
  await fs.writeFile(file, JSON.stringify(details, undefined, 2));
  return [
    '',
    `Wall ${minutes(usage.wallMs)}, processor ${minutes(usage.processorMs)}, at most ${megabytes(usage.peak)} at one time.`,
    `This machine is ${usage.slowness.toFixed(1)} times as slow as the one for which limits are written.`,
    `Set-up: ${seconds(usage.setUpMs)}, beside the first tests.`,
    `Started: ${starts['hub in the test process']} hubs in test processes, ${starts.bundle} bundles built.`,
    ...usage.kinds.map(
      ({ kind, started, processorMs, peak }) =>
        `  ${kind}: ${started} started, processor ${minutes(processorMs)}, largest ${megabytes(peak)}`,
    ),
    ...usage.workers.map(
      ({ name, busyMs, totalMs, tasks }) =>
        `${name}: ${tasks} files in ${minutes(totalMs)}, idle ${percent(1 - busyMs / totalMs)}, processor ${seconds(usage.named.get(name) ?? 0)}`,
    ),
    `The ${mostRows} slowest files:`,
    ...slowest(files),
    `The ${mostRows} files that took most processor time, with what they started:`,
    ...slowest(
      files.map(({ name, processorMs, ownMs }) => ({
        name: `${name} (${seconds(ownMs)} of it in the test process)`,
        ms: processorMs,
      })),
    ),
    `The ${mostRows} slowest tests:`,
    ...slowest(tests),
    `All of it: ${path.relative(projectRoot, file)}`,
  ].join('\n');
}

interface Timed {
  readonly name: string;
  readonly ms: number;
}

function sorted<T extends Timed>(all: readonly T[]): readonly T[] {
  return all.toSorted((one, other) => other.ms - one.ms);
}

function slowest(all: readonly Timed[]): readonly string[] {
  return sorted(all)
    .slice(0, mostRows)
    .map(({ name, ms }) => `${seconds(ms).padStart(8)}  ${name}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function minutes(ms: number): string {
  return `${(ms / 60_000).toFixed(1)} min`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
