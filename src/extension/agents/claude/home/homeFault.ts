import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { clientNames } from '../../../../shared/agents/claude/places';
import { placesIn } from './places';

/** Reason why a folder can't be used as a config home that already exists. */
export type HomeFault = 'missing' | 'notAFolder' | 'unreadable' | 'unused';

/**
 * Checks a config home that a setting names by listing it, so that nothing is created in a folder
 * that is missing or not the client's. No file is opened. `own` is the name of our folder, which
 * also marks a config home.
 */
export async function homeFault(home: string, own: string): Promise<HomeFault | undefined> {
  try {
    const places = Object.values(placesIn('')).map((place) => path.basename(place));
    const marks = new Set([...places, ...clientNames, own]);
    return (await readdir(home)).some((name) => marks.has(name)) ? undefined : 'unused';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return 'missing';
    return code === 'ENOTDIR' ? 'notAFolder' : 'unreadable';
  }
}
