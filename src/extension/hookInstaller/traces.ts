import { lstat, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { missionControlFolder } from '../util/configHome';

/** Everything that this product wrote in a config home, beside the hooks in the settings. */
export interface Traces {
  readonly folder: string;
  /** Relative to the folder, in order; folders end with a separator. */
  readonly names: readonly string[];
}

/** Undefined when there is nothing. Links are named, never followed. */
export async function findTraces(configHome: string): Promise<Traces | undefined> {
  const folder = missionControlFolder(configHome);
  const stat = await lstat(folder).catch(() => undefined);
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return { folder, names: [] };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    return entry.isDirectory() ? `${name}${path.sep}` : name;
  });
  return { folder, names: names.sort() };
}

/** A link in the folder's place is taken away itself; what it leads to is not ours. */
export async function removeTraces(configHome: string): Promise<void> {
  await rm(missionControlFolder(configHome), { recursive: true, force: true, maxRetries: 5 });
}
