import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { homeFault } from './homeFault';

/** Name of a folder that may be a config home, such as `.claude` or `.claude-work`. */
const homeName = /^\.?claude(?:[-_. ]|$)/iu;

/**
 * Finds config homes in a person's home folder and in its `.config`, by their names and contents.
 * `own` is the name of our folder in them.
 */
export async function findHomes(userHome: string, own: string): Promise<readonly string[]> {
  const places = [userHome, path.join(userHome, '.config')];
  const found = await Promise.all(
    places.map(async (place) => {
      const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => homeName.test(entry.name) && !entry.isFile())
        .map(({ name }) => path.join(place, name))
        .sort();
    }),
  );
  const faults = await Promise.all(
    found.flat().map(async (home) => ({ home, fault: await homeFault(home, own) })),
  );
  return faults.flatMap(({ home, fault }) => (fault === undefined ? home : []));
}
