import { statSync, watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { Disposable } from '../../../util/lifetime';
import type { Log } from '../../../util/log';

/**
 * Delay, in ms, before a new folder is listed again: the watcher may miss files created in its
 * first moments.
 */
const relistMs = 250;

/** Limits of watched folders: all programs share the kernel's supply of watches. */
const maxProjectFolders = 512;
const maxSessionFolders = 256;

/** Errors that mean that there is nothing to watch. Unreadable folders are reported when they are listed. */
const ignoredCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);

/**
 * Reports paths that may have changed; periodic sweeps find what it misses. It watches folders
 * instead of files: those of projects and of recently active sessions.
 */
export class TranscriptWatcher implements Disposable {
  private readonly projectFolders = new Map<string, FSWatcher>();
  private readonly sessionFolders = new Map<string, FSWatcher>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private root: FSWatcher | undefined;
  private hasWarned = false;
  private disposed = false;

  constructor(
    private readonly projects: string,
    private readonly onLook: (file: string) => void,
    private readonly log: Log,
  ) {}

  /** Number of watched folders. */
  get size(): number {
    return this.projectFolders.size + this.sessionFolders.size + (this.root === undefined ? 0 : 1);
  }

  start(): void {
    this.root = this.watch(this.projects, (name) =>
      this.watchProject(path.join(this.projects, name)),
    );
    if (this.root !== undefined) {
      void this.watchProjects();
      return;
    }
    // The folder does not exist before the first client runs, so its parent is watched for it.
    const parent = path.dirname(this.projects);
    const home = this.watch(parent, (name) => {
      if (name !== path.basename(this.projects)) return;
      home?.close();
      this.root = undefined;
      this.start();
      this.relistAllLater();
    });
    this.root = home;
  }

  /** Watches the folder of a session's subagents, so that new ones are seen at once. */
  follow(sessionFolder: string): void {
    this.watchSession(sessionFolder, (name) => name === 'subagents');
    this.watchSubagents(path.join(sessionFolder, 'subagents'));
  }

  dispose(): void {
    this.disposed = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const folder of [...this.projectFolders.values(), ...this.sessionFolders.values()]) {
      folder.close();
    }
    this.root?.close();
  }

  /**
   * Watches the folders of all projects without reporting existing files. The most recent folder is
   * added last, because the oldest watch is dropped first.
   */
  private async watchProjects(): Promise<void> {
    const folders: { readonly folder: string; readonly at: number }[] = [];
    await this.list(this.projects, (name) => {
      const folder = path.join(this.projects, name);
      folders.push({ folder, at: changedAt(folder) });
    });
    const latest = folders.toSorted((a, b) => a.at - b.at).slice(-maxProjectFolders);
    for (const { folder } of latest) this.watchProject(folder, false);
  }

  private watchProject(folder: string, isNew = true): void {
    if (this.disposed || this.projectFolders.has(folder) || folder.endsWith('.jsonl')) return;
    const watcher = this.watch(folder, (name) => {
      if (isFollowed(name)) this.onLook(path.join(folder, name));
      else if (!name.includes('.')) this.follow(path.join(folder, name));
    });
    if (watcher === undefined) return;
    this.addWatcher(this.projectFolders, folder, watcher, maxProjectFolders);
    if (isNew) this.relistLater(folder);
  }

  /** Watches a folder of subagents and its subfolders, which workflow agents have. */
  private watchSubagents(folder: string): void {
    const isFolder = (name: string): boolean => !name.includes('.');
    if (!this.watchSession(folder, isFolder)) return;
    void this.list(folder, (name) => {
      if (isFolder(name)) this.watchSubagents(path.join(folder, name));
    });
  }

  /** Watches a folder of a session; false if it is already watched or cannot be. */
  private watchSession(folder: string, hasSubagents: (name: string) => boolean): boolean {
    if (this.disposed || this.sessionFolders.has(folder)) return false;
    const watcher = this.watch(folder, (name) => {
      if (isFollowed(name)) this.onLook(path.join(folder, name));
      else if (hasSubagents(name)) this.watchSubagents(path.join(folder, name));
    });
    if (watcher === undefined) return false;
    this.addWatcher(this.sessionFolders, folder, watcher, maxSessionFolders);
    this.relistLater(folder);
    return true;
  }

  private addWatcher(
    folders: Map<string, FSWatcher>,
    folder: string,
    watcher: FSWatcher,
    most: number,
  ): void {
    const [oldest] = folders;
    if (oldest !== undefined && folders.size >= most) {
      oldest[1].close();
      folders.delete(oldest[0]);
    }
    folders.set(folder, watcher);
    const stopWatching = (): void => {
      watcher.close();
      if (folders.get(folder) === watcher) folders.delete(folder);
    };
    watcher.on('error', stopWatching);
    // This event also reports that the watched folder itself was renamed or removed.
    watcher.on('change', (event, name) => {
      if (event === 'rename' && name === path.basename(folder)) stopWatching();
    });
  }

  /** Watches a folder; undefined if it does not exist or the watch limit is reached. */
  private watch(folder: string, onName: (name: string) => void): FSWatcher | undefined {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && !this.disposed) onName(name);
      });
      watcher.on('error', (error) => this.reportError(error));
      return watcher;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (!ignoredCodes.has(code)) this.reportError(error);
      return undefined;
    }
  }

  private reportError(error: unknown): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.log.warn(
      `Watching ${this.projects} is limited, regular looks take over: ${String(error)}`,
    );
  }

  private relistLater(folder: string): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.list(folder, (name) => {
        if (isFollowed(name)) this.reportNewFile(path.join(folder, name));
      });
    }, relistMs);
    timer.unref();
    this.timers.add(timer);
  }

  /** Reports all files of the projects folder, which was created just now. */
  private relistAllLater(): void {
    void this.list(this.projects, (name) => this.relistLater(path.join(this.projects, name)));
  }

  private reportNewFile(file: string): void {
    if (!this.disposed) this.onLook(file);
  }

  private async list(folder: string, onName: (name: string) => void): Promise<void> {
    try {
      for (const name of await readdir(folder)) onName(name);
    } catch {
      // The folder was removed again.
    }
  }
}

/** The mtime of a folder in ms; 0 if it cannot be read. */
function changedAt(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}

function isFollowed(file: string): boolean {
  return file.endsWith('.jsonl') || file.endsWith('.meta.json');
}
