import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';

/** Compares with a reviewed file; with `UPDATE_GOLDEN=1` it is written instead. */
export function matchGolden(file: string, actual: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  const name = path.basename(file);
  const advice = 'run the test again with UPDATE_GOLDEN=1, and review the difference';
  assert.ok(existsSync(file), `There is no ${name}: ${advice}`);
  const isIntended = `${name} differs: if that is intended, ${advice}`;
  assert.equal(actual, readFileSync(file, 'utf8'), isIntended);
}
