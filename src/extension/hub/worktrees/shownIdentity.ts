import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import * as path from 'node:path';

/** Maximum number of files that are read at once. */
const maxParallel = 64;

/**
 * Returns a digest of the files' names, modes, inodes, sizes and times (in ns), which changes with
 * any of them. Opens no file. `names` are Latin-1: one char for each byte.
 */
export async function digestFiles(top: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const sorted = names.toSorted();
  for (let from = 0; from < sorted.length; from += maxParallel) {
    const some = sorted.slice(from, from + maxParallel);
    const lines = await Promise.all(some.map((name) => lineOf(top, name)));
    hash.update(lines.join(''));
  }
  return hash.digest('hex');
}

async function lineOf(top: string, name: string): Promise<string> {
  const file = Buffer.concat([Buffer.from(top + path.sep), Buffer.from(name, 'latin1')]);
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  const { mode, ino, size, mtimeNs, ctimeNs } = stats ?? {};
  return `${JSON.stringify([name, mode, ino, size, mtimeNs, ctimeNs].map(String))}\n`;
}

/** Returns the SHA-256 of the values that were shown to a person who confirms a removal. */
export function digestOf(...parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
