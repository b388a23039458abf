import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';

/**
 * Delay, in ms, before a new folder is listed again: the watcher may miss files created in its
 * first moments.
 */
const relistMs = 250;

/** Errors that mean that there is nothing to watch. Unreadable folders are reported when they are listed. */
const ignoredCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);

type OnName = (name: string) => void;

/** Watches folders below `root`, and logs a warning if the system refuses to watch more. */
export class FolderWatches implements Disposable {
  private readonly watchers = new Set<FSWatcher>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private hasWarned = false;
  private disposed = false;

  constructor(
    private readonly root: string,
    private readonly log: Log,
  ) {}

  /** Number of watched folders. */
  get size(): number {
    return this.watchers.size;
  }

  /** Watches a folder; undefined if it does not exist or the watch limit is reached. */
  watch(folder: string, onName: OnName): FSWatcher | undefined {
    if (this.disposed) return undefined;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && !this.disposed) onName(name);
      });
      this.watchers.add(watcher);
      watcher.on('close', () => this.watchers.delete(watcher));
      watcher.on('error', (error) => this.reportError(error));
      return watcher;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (!ignoredCodes.has(code)) this.reportError(error);
      return undefined;
    }
  }

  /** Creates a group of watches of which the oldest is dropped once there are more than `most`. */
  group(most: number): WatchGroup {
    return new WatchGroup(this, most);
  }

  /** Calls back for each name in a new folder, after a delay. */
  relistLater(folder: string, onName: OnName): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.list(folder, onName);
    }, relistMs);
    timer.unref();
    this.timers.add(timer);
  }

  async list(folder: string, onName: OnName): Promise<void> {
    try {
      for (const name of await readdir(folder)) if (!this.disposed) onName(name);
    } catch {
      // The folder was removed again.
    }
  }

  dispose(): void {
    this.disposed = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const watcher of this.watchers) watcher.close();
  }

  private reportError(error: unknown): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.log.warn(`Watching ${this.root} is limited, regular looks take over: ${String(error)}`);
  }
}

/** Watches of folders, each once; the oldest is dropped first. */
class WatchGroup {
  private readonly folders = new Map<string, FSWatcher>();

  constructor(
    private readonly watches: FolderWatches,
    private readonly most: number,
  ) {}

  /** Watches a folder; false if it is already watched or cannot be. */
  add(folder: string, onName: OnName): boolean {
    if (this.folders.has(folder)) return false;
    const watcher = this.watches.watch(folder, onName);
    if (watcher === undefined) return false;
    const [oldest] = this.folders;
    if (oldest !== undefined && this.folders.size >= this.most) {
      oldest[1].close();
      this.folders.delete(oldest[0]);
    }
    this.folders.set(folder, watcher);
    const stopWatching = (): void => {
      watcher.close();
      if (this.folders.get(folder) === watcher) this.folders.delete(folder);
    };
    watcher.on('error', stopWatching);
    // This event also reports that the watched folder itself was renamed or removed.
    watcher.on('change', (event, name) => {
      if (event === 'rename' && name === path.basename(folder)) stopWatching();
    });
    return true;
  }
}
