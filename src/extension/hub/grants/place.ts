import { lstat, stat } from 'node:fs/promises';
import { RealPaths } from '../../util/files/realPaths';

/** A folder of a grant: its real path, and the identity that it had when the grant was given. */
export interface IdentifiedFolder {
  readonly real: string;
  /**
   * Device, inode and time of creation; they differ for a folder that replaced the original one.
   */
  readonly identity: string;
}

/** Returns the real path; not cached, because a link may have been replaced. */
export function currentPath(path: string): Promise<string | undefined> {
  return new RealPaths().findRealPath(path);
}

/** Returns the folder at a path; undefined if there is none. */
export async function findFolder(path: string): Promise<IdentifiedFolder | undefined> {
  const real = await currentPath(path);
  const identity = real === undefined ? undefined : await identityOf(real);
  return real === undefined || identity === undefined ? undefined : { real, identity };
}

/** True if the same folder, not a replacement, is still at its path. */
export async function isFolderUnmoved({ real, identity }: IdentifiedFolder): Promise<boolean> {
  return (await currentPath(real)) === real && (await identityOf(real)) === identity;
}

/**
 * True if the file has no second hard link, which might be outside the folder; also true if the
 * file does not exist.
 */
export async function isSingleFile(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isFile() && found.nlink === 1;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

async function identityOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isDirectory() ? `${found.dev} ${found.ino} ${found.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}
