import * as path from 'node:path';

/** Our folder in a config home; nothing outside it belongs to us. */
export function missionControlFolder(home: string): string {
  return path.join(home, 'mission-control');
}
