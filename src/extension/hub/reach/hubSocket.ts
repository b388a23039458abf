import { randomBytes } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { socketName } from '../../util/hub/reachableHub';

/** Maximum length of a socket's path in bytes without the final zero: that of macOS, the lowest. */
const maxPathBytes = 103;

interface LocalServer {
  /** Listens at a path in addition to the port; a repeated call replaces the path. */
  listenAt(socketPath: string): Promise<void>;
}

/**
 * The hub's socket in our folder: only this user can open it, and nobody else can replace it. Its
 * name is unique, so that no hub removes the next one's.
 */
export class HubSocket {
  private constructor(
    readonly name: string,
    private readonly folder: PrivateFolder,
    private readonly server: LocalServer,
    private inode: number | undefined,
  ) {}

  /**
   * Opens the socket; undefined if the system or the disk does not support it. Without a
   * socket, callers require a proof from the hub.
   */
  static async open(
    folder: PrivateFolder,
    server: LocalServer,
    log: Log,
    platform: NodeJS.Platform = process.platform,
  ): Promise<HubSocket | undefined> {
    if (platform === 'win32') return undefined;
    const name = `hub-${randomBytes(4).toString('hex')}.sock`; // Has the form of `socketName`.
    if (Buffer.byteLength(folder.file(name)) > maxPathBytes) {
      log.info(`${folder.path} is too long for a socket: callers ask the hub for a proof`);
      return undefined;
    }
    try {
      await folder.check();
      await server.listenAt(folder.file(name));
    } catch (error) {
      log.warn(`There is no socket in ${folder.path}: ${String(error)}`);
      return undefined;
    }
    await deleteCrashedSockets(folder, name);
    return new HubSocket(name, folder, server, await socketInode(folder.file(name)));
  }

  /** Recreates the socket if it was removed or replaced. */
  async restore(): Promise<void> {
    const path = this.folder.file(this.name);
    const inode = await socketInode(path);
    if (inode !== undefined && inode === this.inode) return;
    await this.folder.makeRoom(this.name);
    await this.server.listenAt(path);
    this.inode = await socketInode(path);
  }
}

/** Returns the inode of a socket; undefined if there is none. */
async function socketInode(path: string): Promise<number | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  return stat?.isSocket() === true ? stat.ino : undefined;
}

/** Removes the sockets of crashed hubs, on which no process listens. */
async function deleteCrashedSockets(folder: PrivateFolder, own: string): Promise<void> {
  const names = await readdir(folder.path).catch(() => []);
  for (const name of names) {
    if (name === own || !socketName.test(name)) continue;
    if (await isUnused(folder.file(name))) await folder.remove(name).catch(() => undefined);
  }
}

function isUnused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(false));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
