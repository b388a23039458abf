import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import * as path from 'node:path';

/** Files that are looked at together. */
const mostAtOnce = 64;

/**
 * Identifies files by name, kind, place on the disk, size and times, in nanoseconds: a change of any of them is
 * seen, also where their number stays. Opens none. `names` have a char for each byte.
 */
export async function identityOf(top: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const sorted = names.toSorted();
  for (let from = 0; from < sorted.length; from += mostAtOnce) {
    const some = sorted.slice(from, from + mostAtOnce);
    const lines = await Promise.all(some.map((name) => lineOf(top, name)));
    hash.update(lines.join(''));
  }
  return hash.digest('hex');
}

async function lineOf(top: string, name: string): Promise<string> {
  const file = Buffer.concat([Buffer.from(top + path.sep), Buffer.from(name, 'latin1')]);
  const there = await lstat(file, { bigint: true }).catch(() => undefined);
  const { mode, ino, size, mtimeNs, ctimeNs } = there ?? {};
  return `${JSON.stringify([name, mode, ino, size, mtimeNs, ctimeNs].map(String))}\n`;
}

/** One text for everything that a question names. */
export function digestOf(...parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
