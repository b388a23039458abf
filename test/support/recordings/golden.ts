import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';

/** Compares with a file that a person has read; `UPDATE_GOLDEN=1` writes it anew, to be read again. */
export function matchGolden(file: string, actual: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  assert.ok(existsSync(file), `There is no ${path.basename(file)}: run once with UPDATE_GOLDEN=1`);
  assert.equal(actual, readFileSync(file, 'utf8'));
}
