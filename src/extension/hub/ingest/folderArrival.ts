import { existsSync, watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';

/**
 * Notifies once when a folder exists; the first client that runs on a computer creates it. If the
 * parent folder cannot be watched, it never notifies, and regular polls must find the folder.
 */
export class FolderArrival implements Disposable {
  private watcher: FSWatcher | undefined;
  private isNotifying = false;

  constructor(
    private readonly folder: string,
    private readonly onArrival: () => void,
  ) {}

  /**
   * Starts to watch for the folder, unless it is already watching, or is called because the folder
   * that has just been found can't be used: it would be found again and again.
   */
  wait(): void {
    if (this.watcher !== undefined || this.isNotifying) return;
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
    this.isNotifying = true;
    try {
      this.onArrival();
    } finally {
      this.isNotifying = false;
    }
  }
}
