import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findWritableParent } from './writableByOthers';
import { isMissing } from './isMissing';

/**
 * Returns the real path of a socket; undefined if there is none. For servers without
 * authentication: rejects if another user could replace the socket or connect to it.
 */
export async function findPrivateSocket(link: string): Promise<string | undefined> {
  try {
    const path = await realpath(link);
    const stat = await lstat(path);
    if (!stat.isSocket()) return undefined;
    // A link in the path may be in a folder of another user, who could change its target.
    const open = await findWritableParent(join(link, 'any'));
    const isOwn = stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
    if (isOwn && open === undefined) return path;
    throw new Error(`other users can use ${open ?? path}`);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
