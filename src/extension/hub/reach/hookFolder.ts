import * as fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { maxHookBodyBytes } from '../../../shared/protocol/protocol';
import { foreignJson, isWithin, parseJson } from '../../../shared/text/boundedJson';
import type { Log } from '../../util/log';
import { PrivateFolder } from '../../util/files/privateFolder';
import { removeFolder } from '../../util/files/removeFolder';
import { headersInName, type HookHeaders } from '../../agents/claude/hooks/hookHeaders';

/** Names of hubs' folders: each belongs to the socket of the same name. */
const folderName = /^(hub-[0-9a-f]{8})\.events$/u;
/** Time in ms within which a system that reports changes has reported one. */
const probeMs = 1_000;
const probeName = 'probe';
/** Number of bytes at an event's end that are read first. */
const endBytes = 64;
/** Time in ms after which an incompletely written file is dropped. */
const unfinishedMs = 30_000;

type TakeHook = (body: unknown, headers: HookHeaders) => unknown;

/**
 * Folder in which the relay leaves events that are only observed, one file each. Nobody else can
 * open it. Writing a file takes a shell a quarter of the time of starting curl, and a turn has
 * dozens of events. Only Linux reports a new file at once; on other systems the relay calls the
 * socket.
 */
export class HookFolder {
  private watcher: fs.FSWatcher | undefined;
  private readonly unremovable = new Set<string>();

  private constructor(
    private readonly folder: PrivateFolder,
    private readonly onHook: TakeHook,
    private readonly log: Log,
  ) {}

  /** Creates and watches the folder; undefined if that fails, or if its changes are not reported. */
  static async open(
    parent: PrivateFolder,
    socket: string,
    take: TakeHook,
    log: Log,
    platform: NodeJS.Platform = process.platform,
  ): Promise<HookFolder | undefined> {
    await deleteCrashedFolders(parent);
    if (platform !== 'linux') return undefined;
    const name = socket.replace(/\.sock$/u, '.events'); // Has the form of `folderName`.
    const folder = new PrivateFolder(parent.file(name));
    const opened = new HookFolder(folder, take, log);
    try {
      await folder.ensureWithin();
      if (await opened.reportsChanges()) return opened;
      log.info(`No change of ${folder.path} is told: the relay calls the hub's socket`);
    } catch (error) {
      log.warn(`The relay cannot leave events in ${folder.path}: ${String(error)}`);
    }
    await opened.close();
    return undefined;
  }

  get name(): string {
    return path.basename(this.folder.path);
  }

  /** Recreates the folder if somebody removed it, and reads files whose changes were not reported. */
  async restore(): Promise<void> {
    if (!(await this.folder.isThere())) this.unwatch();
    await this.folder.ensureWithin();
    try {
      if (this.watcher === undefined) this.watch();
    } catch (error) {
      // The system has no watches left: only these regular scans find the files.
      this.log.debug(`${this.folder.path} is not watched: ${String(error)}`);
    }
    await this.scan(Date.now());
  }

  /** Reads the last events and removes the folder. Never rejects. */
  async close(): Promise<void> {
    this.unwatch();
    try {
      await this.scan();
      await removeFolder(this.folder.path);
    } catch (error) {
      this.log.warn(`${this.folder.path} is left behind: ${String(error)}`);
    }
  }

  /** Reads the files of a folder in the order in which they were sent. */
  private async scan(now?: number): Promise<void> {
    const names = await readdir(this.folder.path).catch((): string[] => []);
    const sent = names.map((name) => ({ name, at: headersInName(name)?.sentAt ?? 0 }));
    for (const { name } of sent.sort((a, b) => a.at - b.at)) this.readEventFile(name, now);
  }

  private watch(onTold?: (name: string) => void): void {
    this.watcher = fs.watch(this.folder.path, (change, name) => {
      if (name === null) return;
      // The folder itself was moved or removed; the watch would not report a new folder of that
      // name.
      if (name === this.name) return this.unwatch();
      onTold?.(name);
      // `rename` reports a file that is new and still empty, or removed.
      if (change === 'change') this.readEventFile(name);
    });
    this.watcher.on('error', () => this.unwatch());
    this.watcher.unref();
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  /** Tests the watch with a file: some file systems accept one and never report anything. */
  private reportsChanges(): Promise<boolean> {
    const probe = this.folder.file(probeName);
    return new Promise<boolean>((resolve, reject) => {
      // After the thread was blocked, reports of the system may still be waiting; they are handled
      // first.
      const timer = setTimeout(() => setImmediate(resolve, false), probeMs);
      const onTold = (name: string): void => {
        if (name !== probeName) return;
        clearTimeout(timer);
        resolve(true);
      };
      try {
        this.watch(onTold);
        fs.writeFileSync(probe, '', { mode: 0o600 });
      } catch (error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }).finally(() => fs.rmSync(probe, { force: true }));
  }

  /**
   * Reads a file; one that is still being written is reported again. `now` is set for a scan
   * without a report.
   */
  private readEventFile(name: string, now?: number): void {
    const headers = headersInName(name);
    if (headers === undefined || this.unremovable.has(name)) return;
    const file = this.folder.file(name);
    try {
      const found = readEvent(file);
      if (found === 'too large')
        this.log.warn('An event of more than 8 MB, or with too many values, was passed over');
      const isGivenUp = found === undefined && now !== undefined && isOld(file, now);
      if (found === undefined && !isGivenUp) return;
      this.remove(name, file);
      if (typeof found === 'object') this.onHook(found.body, headers);
    } catch (error) {
      if (isMissing(error)) return; // The file was already read and removed.
      this.unremovable.add(name);
      this.log.warn(`An event that the relay left cannot be read: ${String(error)}`);
    }
  }

  /** Removes a file; if that fails, the event is not read a second time. */
  private remove(name: string, file: string): void {
    try {
      fs.rmSync(file);
    } catch (error) {
      if (isMissing(error)) throw error;
      this.unremovable.add(name);
    }
  }
}

/** Reads an event; undefined while its end is missing, since a truncated object is not valid JSON. */
function readEvent(file: string): { readonly body: unknown } | 'too large' | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fs.fstatSync(handle);
    if (stat.size > maxHookBodyBytes) return 'too large';
    if (!stat.isFile() || stat.size === 0) return undefined;
    // A large file is reported many times before its end is written.
    const end = Buffer.alloc(Math.min(stat.size, endBytes));
    fs.readSync(handle, end, 0, end.length, stat.size - end.length);
    if (!end.toString('latin1').trimEnd().endsWith('}')) return undefined;
    const text = fs.readFileSync(handle, 'utf8');
    if (!isWithin(text, foreignJson)) return 'too large';
    return { body: parseJson(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    fs.closeSync(handle);
  }
}

function isOld(file: string, now: number): boolean {
  return now - fs.lstatSync(file).mtimeMs > unfinishedMs;
}

/** Removes the folders of crashed hubs, which have no socket any more. */
async function deleteCrashedFolders(parent: PrivateFolder): Promise<void> {
  const names = await readdir(parent.path).catch((): string[] => []);
  for (const name of names) {
    const [, owner] = folderName.exec(name) ?? [];
    if (owner === undefined || fs.existsSync(parent.file(`${owner}.sock`))) continue;
    await removeFolder(parent.file(name)).catch(() => undefined);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
