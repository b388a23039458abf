import { existsSync, watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';

/**
 * Tells once that a folder is there, which the first client on a machine makes. Where its parent
 * cannot be watched either it tells nothing, and regular looks have to find it.
 */
export class FolderArrival implements Disposable {
  private watcher: FSWatcher | undefined;

  constructor(
    private readonly folder: string,
    private readonly onArrival: () => void,
  ) {}

  /** Does nothing while it waits already. */
  wait(): void {
    if (this.watcher !== undefined) return;
    try {
      this.watcher = watch(path.dirname(this.folder), () => this.look());
      this.watcher.on('error', () => this.dispose());
    } catch {
      return;
    }
    this.look(); // It may have come just before.
  }

  dispose(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private look(): void {
    if (this.watcher === undefined || !existsSync(this.folder)) return;
    this.dispose();
    this.onArrival();
  }
}
