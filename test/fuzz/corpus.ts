import * as fs from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../support/editor/paths';
import type { TargetName } from './targets';

const folder = path.join(projectRoot, 'test', 'fixtures', 'corpus');

function fileOf(target: TargetName): string {
  return path.join(folder, `${target}.jsonl`);
}

/** Inputs that once broke something, or that reach what others do not. */
export function savedCorpus(target: TargetName): readonly string[] {
  const lines = fs.readFileSync(fileOf(target), 'utf8').trim().split('\n');
  return lines.map((line) => String(JSON.parse(line)));
}

/** One input a line, as a JSON string, in an order that makes a small difference. */
export function saveCorpus(target: TargetName, inputs: Iterable<string>): void {
  const lines = Array.from(new Set(inputs), (input) => JSON.stringify(input)).sort();
  fs.writeFileSync(fileOf(target), `${lines.join('\n')}\n`);
}
