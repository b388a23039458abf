import { constants } from 'node:fs';
import {
  lstat,
  open,
  readdir,
  readFile,
  realpath,
  rmdir,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../../../shared/words/l10n';
import { isMissing } from './isMissing';
import { mountsIn } from './mounts';

/**
 * Number of retries, and the delay before each in ms, if another process writes to the folder or
 * has a file open.
 */
const retries = { count: 5, waitMs: 20 };
const busyCodes = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY', 'EPERM']);

/** Thrown if a file system is mounted in a folder; its contents must not be deleted with it. */
export class MountedInside extends Error {
  override readonly name = 'MountedInside';

  constructor(point: string) {
    super(t('{0} is mounted. Unmount it first.', point));
  }
}

/**
 * Deletes a folder with its contents, but not the targets of links or mounted file systems: if
 * anything is mounted in it, it rejects with `MountedInside` before deleting. If the path is a link
 * or a file, that is deleted; a missing folder is no error.
 */
export async function removeFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  mounts: typeof mountsIn = mountsIn,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await removeOnce(folder, platform, mounts);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (tries >= retries.count || !busyCodes.has(code)) throw error;
    }
    await delay(retries.waitMs);
  }
}

async function removeOnce(
  folder: string,
  platform: NodeJS.Platform,
  mounts: typeof mountsIn,
): Promise<void> {
  const entry = await lstat(folder, { bigint: true }).catch(rethrowUnlessMissing);
  if (entry === undefined) return;
  if (!entry.isDirectory()) return ignoreMissing(unlink(folder));
  const real = path.join(await realpath(path.dirname(folder)), path.basename(folder));
  const [point] = await mounts(real, platform);
  if (point !== undefined) throw new MountedInside(point);
  // Only Linux can list an open folder regardless of where its path now leads.
  if (platform === 'linux') await emptyOpened(real, real, undefined);
  else await emptyByPath(real, entry.dev);
  await ignoreMissing(rmdir(real));
}

/** Empties a folder by its open handle, and each subfolder in the same way. */
async function emptyOpened(
  folder: string | Buffer,
  name: string | Buffer,
  mount: string | undefined,
): Promise<void> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    // A bind mount from the same disk has the same device, but a different mount id.
    const own = await mountOf(handle);
    if (mount !== undefined && own !== mount) throw new MountedInside(name.toString());
    const { mode } = await handle.stat();
    if ((mode & 0o700) !== 0o700) await handle.chmod((mode & 0o7777) | 0o700);
    const at = `/proc/self/fd/${handle.fd}`;
    // Names are bytes and need not be UTF-8.
    for (const each of await readdir(at, { encoding: 'buffer' })) {
      const inner = Buffer.concat([Buffer.from(`${at}/`), each]);
      const entry = await lstat(inner).catch(rethrowUnlessMissing);
      if (entry?.isDirectory() === true) {
        await emptyOpened(inner, each, own);
        await ignoreMissing(rmdir(inner));
      } else if (entry !== undefined) await ignoreMissing(unlink(inner));
    }
  } finally {
    await handle.close();
  }
}

async function mountOf(handle: FileHandle): Promise<string> {
  const info = await readFile(`/proc/self/fdinfo/${handle.fd}`, 'latin1');
  const [, id] = /^mnt_id:\s*(\d+)$/mu.exec(info) ?? [];
  if (id === undefined) throw new Error('The mount of a folder is unknown');
  return id;
}

/** Empties a folder by its path. Rejects if that is no longer its real path. */
async function emptyByPath(folder: string, device: bigint): Promise<void> {
  for (const name of await readdir(folder)) {
    const inner = path.join(folder, name);
    const entry = await lstat(inner, { bigint: true }).catch(rethrowUnlessMissing);
    if (entry === undefined) continue;
    if ((await realpath(folder)) !== folder) throw new Error('A folder leads elsewhere by now');
    if (entry.isDirectory()) {
      if (entry.dev !== device) throw new MountedInside(inner);
      await emptyByPath(inner, device);
      await ignoreMissing(rmdir(inner));
    } else await ignoreMissing(unlink(inner));
  }
}

/** Ignores files that somebody else removed meanwhile. */
async function ignoreMissing(removal: Promise<void>): Promise<void> {
  await removal.catch(rethrowUnlessMissing);
}

function rethrowUnlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
