import { existsSync, watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';

/**
 * Notifies once when a folder exists; the first client that runs on a computer creates it. If the
 * parent folder cannot be watched, it never notifies, and regular polls must find the folder.
 */
export class FolderArrival implements Disposable {
  private watcher: FSWatcher | undefined;

  constructor(
    private readonly folder: string,
    private readonly onArrival: () => void,
  ) {}

  /** Starts to watch for the folder, unless it is already watching. */
  wait(): void {
    if (this.watcher !== undefined) return;
    try {
      this.watcher = watch(path.dirname(this.folder), () => this.checkFolder());
      this.watcher.on('error', () => this.dispose());
    } catch {
      return;
    }
    this.checkFolder(); // The folder may have been created just before the watch.
  }

  dispose(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private checkFolder(): void {
    if (this.watcher === undefined || !existsSync(this.folder)) return;
    this.dispose();
    this.onArrival();
  }
}
