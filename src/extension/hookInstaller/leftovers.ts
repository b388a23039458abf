import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';

const temporarySuffix = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/u;

/** Minimum age in ms of a leftover temporary file. */
const minimumAgeMs = 60_000;

/**
 * Returns the path for a temporary file beside `target`, because a rename within one folder
 * replaces the target atomically.
 */
export function temporaryPathFor(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`);
}

/**
 * Finds temporary files of interrupted writes beside `target`: they have names of
 * `temporaryPathFor`, are at least `ageMs` old, and belong to this user or the target's owner.
 */
export async function findLeftovers(
  target: string,
  ageMs: number,
  now = Date.now(),
): Promise<readonly string[]> {
  const folder = path.dirname(target);
  const start = `.${path.basename(target)}`;
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.startsWith(start) && temporarySuffix.test(name.slice(start.length)),
  );
  if (names.length === 0) return [];
  const owners = new Set([process.geteuid?.(), (await lstat(target).catch(() => undefined))?.uid]);
  const files = names.map((name) => path.join(folder, name));
  const stats = await Promise.all(files.map((file) => lstat(file).catch(() => undefined)));
  return files.filter((_file, index) => {
    const stat = stats[index];
    if (stat?.isFile() !== true || now - stat.mtimeMs < ageMs) return false;
    return process.geteuid === undefined || owners.has(stat.uid);
  });
}

/** Deletes leftovers. Never rejects, because the next call tries again. */
export async function deleteLeftovers(target: string, ageMs = minimumAgeMs): Promise<void> {
  const files = await findLeftovers(target, ageMs).catch(() => []);
  for (const file of files) await rm(file, { force: true }).catch(() => undefined);
}
