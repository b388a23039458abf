import * as fs from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../support/editor/paths';
import type { TargetName } from './targets';

const folder = path.join(projectRoot, 'test', 'fixtures', 'corpus');

function fileOf(target: TargetName): string {
  return path.join(folder, `${target}.jsonl`);
}

/** Inputs that once caused a failure or that reach code which other inputs do not reach. */
export function savedCorpus(target: TargetName): readonly string[] {
  const lines = fs.readFileSync(fileOf(target), 'utf8').trim().split('\n');
  return lines.map((line) => String(JSON.parse(line)));
}

/** Writes one input per line as a JSON string, sorted so that a new input changes few lines. */
export function saveCorpus(target: TargetName, inputs: Iterable<string>): void {
  const lines = Array.from(new Set(inputs), (input) => JSON.stringify(input)).sort();
  fs.writeFileSync(fileOf(target), `${lines.join('\n')}\n`);
}
