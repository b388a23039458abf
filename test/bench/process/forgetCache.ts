import * as fs from 'node:fs';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';

/** Deletes the product's folder in a config home, so that the next hub starts without a cache. */
export function forgetCache(configHome: string): void {
  fs.rmSync(missionControlFolder(configHome), { recursive: true, force: true });
}
