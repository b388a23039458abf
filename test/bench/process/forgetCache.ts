import * as fs from 'node:fs';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';

/** The next hub of this config home starts as if it were the first. */
export function forgetCache(configHome: string): void {
  fs.rmSync(missionControlFolder(configHome), { recursive: true, force: true });
}
