import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { projectRoot, testOutputFolder } from '../../support/editor/paths';
import type { LanesRun } from '../lanes';
import type { SuiteOutcome } from '../summary';
import type { Usage } from './usageMeter';

const mostRows = 30;

/** What a whole test run took. */
export interface RunUsage extends Usage, Omit<LanesRun<unknown>, 'results'> {
  /** What all lanes together waited for what has to be installed or packaged. */
  readonly setUpMs: number;
}

/** Says where the time of a run went, and leaves all of it in a file. */
export async function reportUsage(
  usage: RunUsage,
  outcomes: readonly SuiteOutcome[],
): Promise<string> {
  const tests = outcomes.flatMap(({ suite, results = [] }) =>
    results.map(({ title, durationMs }) => ({ name: `${suite}: ${title}`, ms: durationMs })),
  );
  const files = outcomes.flatMap(({ files: those = [] }) =>
    those.map(({ file, wallMs, processorMs }) => ({
      name: `${path.relative(projectRoot, file)} (${seconds(processorMs)} of its own processor)`,
      ms: wallMs,
    })),
  );
  const starts = { 'hub in the test process': 0, bundle: 0 };
  for (const { starts: those } of outcomes) {
    if (those === undefined) continue;
    for (const of of ['hub in the test process', 'bundle'] as const) starts[of] += those[of];
  }
  const file = path.join(testOutputFolder, 'usage.json');
  const named = Object.fromEntries(usage.named);
  const kept = { ...usage, named, starts, files: sorted(files), tests: sorted(tests) };
  await fs.writeFile(file, JSON.stringify(kept, undefined, 2));
  return [
    '',
    `Wall ${minutes(usage.wallMs)}, processor ${minutes(usage.processorMs)}, at most ${megabytes(usage.peak)} at one time.`,
    `Set-up: lanes waited ${seconds(usage.setUpMs)} for it.`,
    `Started: ${starts['hub in the test process']} hubs in test processes, ${starts.bundle} bundles built.`,
    ...usage.kinds.map(
      ({ kind, started, processorMs, peak }) =>
        `  ${kind}: ${started} started, processor ${minutes(processorMs)}, largest ${megabytes(peak)}`,
    ),
    ...usage.lanes.map(
      ({ busyMs, tasks }, index) =>
        `Lane ${index + 1}: ${tasks} parts, idle ${percent(1 - busyMs / usage.lanesMs)}`,
    ),
    ...[...usage.named].map(([name, ms]) => `  ${name}: processor ${seconds(ms)}`),
    `The ${mostRows} slowest files:`,
    ...slowest(files),
    `The ${mostRows} slowest tests:`,
    ...slowest(tests),
    `All of it: ${path.relative(projectRoot, file)}`,
  ].join('\n');
}

interface Timed {
  readonly name: string;
  readonly ms: number;
}

function sorted(all: readonly Timed[]): readonly Timed[] {
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
