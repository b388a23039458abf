import { statSync } from 'node:fs';
import * as path from 'node:path';
import type { Disposable } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import { FolderWatches } from '../../transcripts/folderWatches';

/** Limits of watched folders: all programs share the kernel's supply of watches. */
const maxProjectFolders = 512;
const maxSessionFolders = 256;

/**
 * Reports paths that may have changed; periodic sweeps find what it misses. It watches folders
 * instead of files: those of projects and of recently active sessions.
 */
export class TranscriptWatcher implements Disposable {
  private readonly watches: FolderWatches;
  private readonly projectFolders;
  private readonly sessionFolders;

  constructor(
    private readonly projects: string,
    private readonly onLook: (file: string) => void,
    log: Log,
  ) {
    this.watches = new FolderWatches(projects, log);
    this.projectFolders = this.watches.group(maxProjectFolders);
    this.sessionFolders = this.watches.group(maxSessionFolders);
  }

  /** Number of watched folders. */
  get size(): number {
    return this.watches.size;
  }

  start(): void {
    const root = this.watches.watch(this.projects, (name) =>
      this.watchProject(path.join(this.projects, name)),
    );
    if (root !== undefined) {
      void this.watchProjects();
      return;
    }
    // The folder does not exist before the first client runs, so its parent is watched for it.
    const parent = path.dirname(this.projects);
    const home = this.watches.watch(parent, (name) => {
      if (name !== path.basename(this.projects)) return;
      home?.close();
      this.start();
      this.relistAllLater();
    });
  }

  /** Watches the folder of a session's subagents, so that new ones are seen at once. */
  follow(sessionFolder: string): void {
    this.watchSession(sessionFolder, (name) => name === 'subagents');
    this.watchSubagents(path.join(sessionFolder, 'subagents'));
  }

  dispose(): void {
    this.watches.dispose();
  }

  /**
   * Watches the folders of all projects without reporting existing files. The most recent folder is
   * added last, because the oldest watch is dropped first.
   */
  private async watchProjects(): Promise<void> {
    const folders: { readonly folder: string; readonly at: number }[] = [];
    await this.watches.list(this.projects, (name) => {
      const folder = path.join(this.projects, name);
      folders.push({ folder, at: changedAt(folder) });
    });
    const latest = folders.toSorted((a, b) => a.at - b.at).slice(-maxProjectFolders);
    for (const { folder } of latest) this.watchProject(folder, false);
  }

  private watchProject(folder: string, isNew = true): void {
    if (folder.endsWith('.jsonl')) return;
    const isAdded = this.projectFolders.add(folder, (name) => {
      if (isFollowed(name)) this.onLook(path.join(folder, name));
      else if (!name.includes('.')) this.follow(path.join(folder, name));
    });
    if (isAdded && isNew) this.relistLater(folder);
  }

  /** Watches a folder of subagents and its subfolders, which workflow agents have. */
  private watchSubagents(folder: string): void {
    const isFolder = (name: string): boolean => !name.includes('.');
    if (!this.watchSession(folder, isFolder)) return;
    void this.watches.list(folder, (name) => {
      if (isFolder(name)) this.watchSubagents(path.join(folder, name));
    });
  }

  /** Watches a folder of a session; false if it is already watched or cannot be. */
  private watchSession(folder: string, hasSubagents: (name: string) => boolean): boolean {
    const isAdded = this.sessionFolders.add(folder, (name) => {
      if (isFollowed(name)) this.onLook(path.join(folder, name));
      else if (hasSubagents(name)) this.watchSubagents(path.join(folder, name));
    });
    if (isAdded) this.relistLater(folder);
    return isAdded;
  }

  private relistLater(folder: string): void {
    this.watches.relistLater(folder, (name) => {
      if (isFollowed(name)) this.onLook(path.join(folder, name));
    });
  }

  /** Reports all files of the projects folder, which was created just now. */
  private relistAllLater(): void {
    void this.watches.list(this.projects, (name) =>
      this.relistLater(path.join(this.projects, name)),
    );
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
