import { lstat, readdir, realpath } from 'node:fs/promises';
import * as path from 'node:path';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { mountsIn } from '../util/files/mounts';
import { MountedInside, removeFolder } from '../util/files/removeFolder';

/** Files that this product wrote in a config home, except the hooks in the settings. */
export interface Traces {
  readonly folder: string;
  /** Relative to the folder, sorted; folders end with a separator. */
  readonly names: readonly string[];
}

/**
 * Finds the files; undefined if there are none. Links are listed, not followed. Rejects with a
 * sentence if something is mounted in the folder.
 */
export async function findTraces(configHome: string): Promise<Traces | undefined> {
  const folder = missionControlFolder(configHome);
  const stat = await lstat(folder).catch(() => undefined);
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return { folder, names: [] };
  const [mount] = await mountsIn(await realpath(folder));
  if (mount !== undefined) throw new MountedInside(mount);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    return entry.isDirectory() ? `${name}${path.sep}` : name;
  });
  return { folder, names: names.sort() };
}

/** The top-level names, with the number of files in each folder, to show before a removal. */
export function tracesAtTop({ names }: Traces): readonly string[] {
  const isInside = (name: string): boolean => {
    const end = name.indexOf(path.sep);
    return end >= 0 && end < name.length - 1;
  };
  const inside = names.filter(isInside);
  return names
    .filter((name) => !isInside(name))
    .map((name) => {
      const count = inside.filter((one) => one.startsWith(name)).length;
      return name.endsWith(path.sep) ? `${name} (${count})` : name;
    });
}

/** Removes our folder. If it is a link, only the link is removed. */
export async function removeTraces(configHome: string): Promise<void> {
  await removeFolder(missionControlFolder(configHome));
}
