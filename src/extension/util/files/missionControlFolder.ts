import * as path from 'node:path';

/** Our own folder inside a config home; nothing outside it is ours. */
export function missionControlFolder(home: string): string {
  return path.join(home, 'mission-control');
}
