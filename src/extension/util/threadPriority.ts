import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority;

/**
 * Lets all others of this machine go first where they and the calling thread want the same core; one
 * that gives way to all gets what is left over. Only Linux has priorities of threads; elsewhere nothing
 * changes.
 */
export function giveWay(to: 'most' | 'all' = 'most'): void {
  try {
    const thread = Number(path.basename(fs.readlinkSync('/proc/thread-self')));
    os.setPriority(thread, to === 'all' ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  } catch {
    // It is a kindness, not a need.
  }
}
