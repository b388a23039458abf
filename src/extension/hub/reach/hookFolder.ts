import * as fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { maxHookBodyBytes } from '../../../shared/protocol/protocol';
import { foreignJson, isWithin, parseJson } from '../../../shared/text/boundedJson';
import type { Log } from '../../util/log';
import { PrivateFolder } from '../../util/files/privateFolder';
import { removeFolder } from '../../util/files/removeFolder';
import { headersInName, type HookHeaders } from '../../agents/claude/hooks/hookHeaders';

/** The names of hubs' folders: each belongs to the socket of the same name. */
const folderName = /^(hub-[0-9a-f]{8})\.events$/u;
/** A system that tells of changes at all tells within this, in ms. */
const probeMs = 1_000;
const probeName = 'probe';
/** The end of an event that is looked at first, in bytes. */
const endBytes = 64;
/** A file whose writing is not finished after this, in ms, is given up. */
const unfinishedMs = 30_000;

type TakeHook = (body: unknown, headers: HookHeaders) => unknown;

/**
 * Where the relay leaves what is only to be observed, one file an event, in our folder that nobody
 * else can open: to write a file takes a shell a quarter of what curl's start takes, and a turn has
 * dozens of events. Linux alone tells of a new file at once; elsewhere the relay calls the socket.
 */
export class HookFolder {
  private watcher: fs.FSWatcher | undefined;
  private readonly unremovable = new Set<string>();

  private constructor(
    private readonly folder: PrivateFolder,
    private readonly take: TakeHook,
    private readonly log: Log,
  ) {}

  /** Undefined where changes of a folder are not told, or it cannot be made. */
  static async open(
    parent: PrivateFolder,
    socket: string,
    take: TakeHook,
    log: Log,
    platform: NodeJS.Platform = process.platform,
  ): Promise<HookFolder | undefined> {
    await sweep(parent);
    if (platform !== 'linux') return undefined;
    const name = socket.replace(/\.sock$/u, '.events'); // As in `folderName`.
    const folder = new PrivateFolder(parent.file(name));
    const opened = new HookFolder(folder, take, log);
    try {
      await folder.ensureWithin();
      if (await opened.isTold()) return opened;
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

  /** Makes it again where somebody took it away, and takes what no change was told of. */
  async keep(): Promise<void> {
    if (!(await this.folder.isThere())) this.unwatch();
    await this.folder.ensureWithin();
    try {
      if (this.watcher === undefined) this.watch();
    } catch (error) {
      // The system's watches are used up: what comes is found by these looks.
      this.log.debug(`${this.folder.path} is not watched: ${String(error)}`);
    }
    await this.lookAtAll(Date.now());
  }

  /** Takes what was left at the last moment; nothing of it stays. Never rejects. */
  async close(): Promise<void> {
    this.unwatch();
    try {
      await this.lookAtAll();
      await removeFolder(this.folder.path);
    } catch (error) {
      this.log.warn(`${this.folder.path} is left behind: ${String(error)}`);
    }
  }

  /** Reads the files of a folder in the order in which they were sent. */
  private async lookAtAll(now?: number): Promise<void> {
    const names = await readdir(this.folder.path).catch((): string[] => []);
    const sent = names.map((name) => ({ name, at: headersInName(name)?.sentAt ?? 0 }));
    for (const { name } of sent.sort((a, b) => a.at - b.at)) this.look(name, now);
  }

  private watch(onTold?: (name: string) => void): void {
    this.watcher = fs.watch(this.folder.path, (change, name) => {
      if (name === null) return;
      // The folder itself was moved or removed: another one of its name would tell nothing.
      if (name === this.name) return this.unwatch();
      onTold?.(name);
      // A file that was just made is empty, and one that was taken is gone.
      if (change === 'change') this.look(name);
    });
    this.watcher.on('error', () => this.unwatch());
    this.watcher.unref();
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  /** Tries the watch with a file: some file systems accept one and never report anything. */
  private isTold(): Promise<boolean> {
    const probe = this.folder.file(probeName);
    return new Promise<boolean>((resolve, reject) => {
      // After a standstill of the thread, reports of the system still wait to be read: they come first.
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

  /** Reads a file; one that is still being written will be reported again. `now` is set where no change was reported. */
  private look(name: string, now?: number): void {
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
      if (typeof found === 'object') this.take(found.body, headers);
    } catch (error) {
      if (isMissing(error)) return; // Taken already.
      this.unremovable.add(name);
      this.log.warn(`An event that the relay left cannot be read: ${String(error)}`);
    }
  }

  /** An event counts once, also where its file cannot be removed. */
  private remove(name: string, file: string): void {
    try {
      fs.rmSync(file);
    } catch (error) {
      if (isMissing(error)) throw error;
      this.unremovable.add(name);
    }
  }
}

/** Undefined while its end is missing: an object that is cut off is no JSON. */
function readEvent(file: string): { readonly body: unknown } | 'too large' | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fs.fstatSync(handle);
    if (stat.size > maxHookBodyBytes) return 'too large';
    if (!stat.isFile() || stat.size === 0) return undefined;
    // A large one is told of many times before its end is there.
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

/** Takes away what hubs that crashed have left: a folder without its socket. */
async function sweep(parent: PrivateFolder): Promise<void> {
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
