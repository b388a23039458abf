import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/**
 * Lets all others of this machine go first where they and the calling thread want the same core. Only
 * Linux has priorities of threads; elsewhere nothing changes.
 */
export function giveWay(): void {
  try {
    const thread = Number(path.basename(fs.readlinkSync('/proc/thread-self')));
    os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is a kindness, not a need.
  }
}
