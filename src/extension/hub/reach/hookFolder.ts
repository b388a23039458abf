import * as fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { maxHookBodyBytes } from '../../../shared/protocol/protocol';
import { foreignJson, isWithin, parseJson } from '../../../shared/text/boundedJson';
import type { Log } from '../../util/log';
import { PrivateFolder } from '../../util/files/privateFolder';
import { removeFolder } from '../../util/files/removeFolder';
import { parseHeadersFromName, type HookHeaders } from '../serve/hookHeaders';

/** Name of a hub's event folder; the hub's socket has the same name with the ending `.sock`. */
const folderName = /^(hub-[0-9a-f]{8})\.events$/u;
/** Maximum time in ms to wait until the system reports the creation of the test file. */
const probeTimeoutMs = 1_000;
const probeName = 'probe';
/** Number of bytes at an event's end that are read first, to detect an incomplete event cheaply. */
const endBytes = 64;
/** Time in ms after which an incompletely written file is dropped. */
const incompleteTimeoutMs = 30_000;

type HandleHook = (body: unknown, headers: HookHeaders) => unknown;

/**
 * Folder into which the relay, the script that the client runs for each hook, writes the events
 * that need no answer, one file each. Other users cannot open it. A shell writes a file in a
 * quarter of the time that starting curl takes, and a turn has dozens of events. Only Linux reports
 * a new file at once; on other systems the relay calls the socket.
 */
export class HookFolder {
  private watcher: fs.FSWatcher | undefined;
  /** Names of files that could not be removed and must not be read again. */
  private readonly unremovableNames = new Set<string>();

  private constructor(
    private readonly folder: PrivateFolder,
    private readonly onHook: HandleHook,
    private readonly log: Log,
  ) {}

  /**
   * Creates and watches the folder; undefined if that fails, or if the system reports no changes.
   */
  static async open(
    parent: PrivateFolder,
    socket: string,
    onHook: HandleHook,
    log: Log,
    platform: NodeJS.Platform = process.platform,
  ): Promise<HookFolder | undefined> {
    await deleteCrashedFolders(parent);
    if (platform !== 'linux') return undefined;
    const name = socket.replace(/\.sock$/u, '.events'); // Has the form of `folderName`.
    const folder = new PrivateFolder(parent.file(name));
    const hookFolder = new HookFolder(folder, onHook, log);
    try {
      await folder.ensureWithin();
      if (await hookFolder.reportsChanges()) return hookFolder;
      log.info(`No change of ${folder.path} is told: the relay calls the hub's socket`);
    } catch (error) {
      log.warn(`The relay cannot leave events in ${folder.path}: ${String(error)}`);
    }
    await hookFolder.close();
    return undefined;
  }

  get name(): string {
    return path.basename(this.folder.path);
  }

  /**
   * Recreates the folder if somebody removed it, and reads files whose changes were not reported.
   */
  async restore(): Promise<void> {
    if (!(await this.folder.isThere())) this.unwatch();
    await this.folder.ensureWithin();
    try {
      if (this.watcher === undefined) this.watch();
    } catch (error) {
      // The system's limit of watches is reached; the regular calls of `restore` still find the
      // files.
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

  /** Reads all event files in the order in which they were sent; `now` as in `readEventFile`. */
  private async scan(now?: number): Promise<void> {
    const names = await readdir(this.folder.path).catch((): string[] => []);
    const sent = names.map((name) => ({ name, at: parseHeadersFromName(name)?.sentAt ?? 0 }));
    for (const { name } of sent.sort((a, b) => a.at - b.at)) this.readEventFile(name, now);
  }

  private watch(onReport?: (name: string) => void): void {
    this.watcher = fs.watch(this.folder.path, (change, name) => {
      if (name === null) return;
      // The folder itself was moved or removed; the watch would not report a new folder of that
      // name.
      if (name === this.name) return this.unwatch();
      onReport?.(name);
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
      // If the thread was blocked, the report may already be queued: `setImmediate` runs after
      // queued reports.
      const timer = setTimeout(() => setImmediate(resolve, false), probeTimeoutMs);
      const onReport = (name: string): void => {
        if (name !== probeName) return;
        clearTimeout(timer);
        resolve(true);
      };
      try {
        this.watch(onReport);
        fs.writeFileSync(probe, '', { mode: 0o600 });
      } catch (error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }).finally(() => fs.rmSync(probe, { force: true }));
  }

  /**
   * Reads and removes an event file. An incomplete one stays, since its next change is reported
   * too; if `now` is given, it is removed once it is older than `incompleteTimeoutMs`.
   */
  private readEventFile(name: string, now?: number): void {
    const headers = parseHeadersFromName(name);
    if (headers === undefined || this.unremovableNames.has(name)) return;
    const file = this.folder.file(name);
    try {
      const event = readEvent(file);
      if (event === 'too large')
        this.log.warn('An event of more than 8 MB, or with too many values, was passed over');
      const isTimedOut = event === undefined && now !== undefined && isOld(file, now);
      if (event === undefined && !isTimedOut) return;
      this.remove(name, file);
      if (typeof event === 'object') this.onHook(event.body, headers);
    } catch (error) {
      if (isMissing(error)) return; // The file was already read and removed.
      this.unremovableNames.add(name);
      this.log.warn(`An event that the relay left cannot be read: ${String(error)}`);
    }
  }

  /** Removes a file; if that fails, the event is not read a second time. */
  private remove(name: string, file: string): void {
    try {
      fs.rmSync(file);
    } catch (error) {
      if (isMissing(error)) throw error;
      this.unremovableNames.add(name);
    }
  }
}

/**
 * Reads an event; undefined while the file is incomplete, which shows in its missing last brace.
 */
function readEvent(file: string): { readonly body: unknown } | 'too large' | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fs.fstatSync(handle);
    if (stat.size > maxHookBodyBytes) return 'too large';
    if (!stat.isFile() || stat.size === 0) return undefined;
    // Checked before parsing, since a large file is reported many times before it is complete.
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
  return now - fs.lstatSync(file).mtimeMs > incompleteTimeoutMs;
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
