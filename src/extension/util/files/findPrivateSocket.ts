import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findWritableParent } from './writableByOthers';
import { isMissing } from './isMissing';

/**
 * Returns the path of a socket without links; undefined if there is none. For a server that asks
 * for no secret: rejects if another user could listen at the socket or use it.
 */
export async function findPrivateSocket(link: string): Promise<string | undefined> {
  try {
    const path = await realpath(link);
    const stat = await lstat(path);
    if (!stat.isSocket()) return undefined;
    // Each link on the way may lie in a folder of another user, who can lead it elsewhere.
    const open = await findWritableParent(join(link, 'any'));
    const isOwn = stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
    if (isOwn && open === undefined) return path;
    throw new Error(`other users can use ${open ?? path}`);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
