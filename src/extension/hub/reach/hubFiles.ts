import { UnsafeFolderError, type PrivateFolder } from '../../util/files/privateFolder';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { heartbeatIntervalMs, type HubPlace } from './hubPlace';

/** A file or folder that is recreated if it was removed. */
interface Restorable {
  restore(): Promise<void>;
}

export interface HubFilesOptions {
  readonly folder: PrivateFolder;
  readonly token: string;
  readonly others: readonly OwnFile[];
  /** The socket and the event folder whose names are in the files. */
  readonly named?: readonly (Restorable | undefined)[];
  /** Checks the other hosts' hubs, if several hosts may use the folder. */
  readonly place?: Pick<HubPlace, 'writeHeartbeat' | 'isReplaced'>;
  readonly log: Log;
}

export interface OwnFile {
  readonly name: string;
  readonly text: string;
}

const tokenName = 'token';
const checkMs = 1_000;
const replacedReason = 'Another hub serves the config home by now';

/**
 * The files by which windows, runners and hooks find a hub. The hub that wrote the token file last
 * serves the config home. The files are restored if they change; a hub retires when it finds the
 * token of another hub, or when the folder was removed.
 */
export class HubFiles implements Disposable {
  private readonly files: readonly OwnFile[];
  private timer: NodeJS.Timeout | undefined;
  private lastCheck: Promise<void> = Promise.resolve();
  /** Code or message of the last error, which is logged once; empty after a success. */
  private problem = '';
  private isDisposed = false;
  private heartbeatAt = performance.now();
  /** The previous hub's token, which stays in the file while the disk is full. */
  private olderToken: string | undefined;

  private readonly folder: PrivateFolder;
  private readonly token: string;
  private readonly log: Log;

  constructor(
    private readonly options: HubFilesOptions,
    /** Called with the reason, as the start of a sentence. */
    private readonly onRetired: (reason: string) => void,
  ) {
    const { folder, token, others, log } = options;
    this.folder = folder;
    this.token = token;
    this.log = log;
    this.files = [{ name: tokenName, text: token }, ...others];
  }

  /**
   * Writes the files. If the disk is full or read-only this is retried; meanwhile the hub serves
   * its own window.
   */
  async start(): Promise<void> {
    await this.attempt(async () => {
      // An unreadable token is ignored here; `writeAll` reports the problem.
      this.olderToken = await this.folder.readIfFile(tokenName).catch(() => undefined);
      await this.writeAll();
    });
    this.schedule();
  }

  /** True if the token file has this hub's token. */
  async namesThisHub(): Promise<boolean> {
    return (await this.folder.readIfFile(tokenName)) === this.token;
  }

  /** Removes this hub's files; resolves with false if another hub owns them by now. */
  async remove(): Promise<boolean> {
    this.dispose();
    await this.lastCheck;
    // Reading rejects if other users can write to the folder; then nothing in it is removed.
    if (!(await this.namesThisHub().catch(() => false))) return false;
    for (const { name } of this.files) await this.folder.remove(name);
    return true;
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.isDisposed) return;
    this.timer = setTimeout(() => {
      this.lastCheck = this.attempt(() => this.check()).then(() => this.schedule());
    }, checkMs);
    this.timer.unref();
  }

  private async check(): Promise<void> {
    const found = await this.folder.readIfFile(tokenName);
    if (this.isDisposed) return;
    const isUnclaimed = found === undefined || found === '' || found === this.olderToken;
    if (!isUnclaimed && found !== this.token) return this.retire(replacedReason);
    if (found === undefined && !(await this.folder.isThere()))
      return this.retire(`${this.folder.path} was removed`);
    if ((await this.options.place?.isReplaced()) === true) return this.retire(replacedReason);
    // A token that another process writes from here on stays, and is found at the next check.
    const files = isUnclaimed ? this.files : this.options.others;
    for (const { name, text } of files) {
      if ((await this.folder.readIfFile(name)) === text) continue;
      await this.folder.write(name, text);
    }
    for (const one of this.options.named ?? []) await one?.restore();
    if (performance.now() - this.heartbeatAt < heartbeatIntervalMs) return;
    await this.options.place?.writeHeartbeat(this.token);
    this.heartbeatAt = performance.now();
  }

  private retire(reason: string): void {
    this.dispose();
    this.onRetired(reason);
  }

  /**
   * Writes the token first, since it identifies the hub that the other files belong to. The others
   * are written in parallel, since each write waits for the disk.
   */
  private async writeAll(): Promise<void> {
    await this.folder.write(tokenName, this.token);
    const writes = this.options.others.map(({ name, text }) => this.folder.write(name, text));
    // Waits for all writes, so that none is still running when an error is thrown.
    await Promise.allSettled(writes);
    await Promise.all(writes);
  }

  private async attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write();
      if (this.problem !== '') this.log.info(`The files in ${this.folder.path} are written`);
      this.problem = '';
    } catch (error) {
      if (error instanceof UnsafeFolderError) return this.retire(error.message.replace(/\.$/u, ''));
      const reason = error instanceof Error ? error.message : String(error);
      const kind = error instanceof Error && 'code' in error ? String(error.code) : reason;
      if (kind !== this.problem) {
        this.log.error(
          `The files in ${this.folder.path} cannot be written, so that hooks and other windows do not reach this hub; it is tried again each second: ${reason}`,
        );
      }
      this.problem = kind;
    }
  }
}
