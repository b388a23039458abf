import * as path from 'node:path';

/**
 * The folder of this extension in a config home, "our folder" elsewhere. Nothing outside it belongs
 * to the extension.
 */
export function missionControlFolder(home: string): string {
  return path.join(home, 'mission-control');
}
