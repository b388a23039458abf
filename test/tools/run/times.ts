import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { cacheFolder } from '../../support/editor/paths';
import type { FileRun } from './summary';

const timesFile = path.join(cacheFolder, 'test-times.json');

/** Duration of each test file's last run here, in ms; empty in a fresh clone. */
export function readTimes(file = timesFile): ReadonlyMap<string, number> {
  try {
    return new Map(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>),
    );
  } catch {
    return new Map();
  }
}

/** Stores the durations of a run; those of files that it did not run stay. */
export function writeTimes(runs: readonly FileRun[], file = timesFile): void {
  const times = new Map(readTimes(file));
  for (const { file: name, results } of runs) {
    if (name !== undefined && results !== undefined) times.set(name, Math.round(results.wallMs));
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(Object.fromEntries(times), undefined, 1));
}
