import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';

const form = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/u;

/** A temporary file older than this, in ms, was left behind. */
const leftMs = 60_000;

/** Beside the file, so that it can take its place in one step. */
export function temporaryOf(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`);
}

/**
 * What a kill in the middle of a write left beside `target`: files with a name that only we give, at
 * least that old, of this user or of the target's owner.
 */
export async function findLeftovers(
  target: string,
  ageMs: number,
  now = Date.now(),
): Promise<readonly string[]> {
  const folder = path.dirname(target);
  const start = `.${path.basename(target)}`;
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.startsWith(start) && form.test(name.slice(start.length)),
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

/** Never rejects: the next one tries again. */
export async function sweepLeftovers(target: string, ageMs = leftMs): Promise<void> {
  const files = await findLeftovers(target, ageMs).catch(() => []);
  for (const file of files) await rm(file, { force: true }).catch(() => undefined);
}
