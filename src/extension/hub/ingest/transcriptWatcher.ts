import { watch, type FSWatcher } from 'chokidar';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';

/** A file made in a new folder in its first moments may escape the watcher: it is listed again after this, in ms. */
const secondLookMs = 250;

/** Says "look at this file" and nothing more; what it misses, the sweeps see. */
export class TranscriptWatcher implements Disposable {
  private watcher: FSWatcher | undefined;
  private readonly secondLooks = new Set<NodeJS.Timeout>();
  private complained = false;

  constructor(
    private readonly projects: string,
    private readonly onLook: (file: string) => void,
    private readonly log: Log,
  ) {}

  start(): void {
    this.watcher = watch(this.projects, {
      // A folder that the first client makes later counts as a level of its own.
      depth: existsSync(this.projects) ? 3 : 4,
      ignoreInitial: true,
      ignored: (file, stats) => stats?.isFile() === true && !isFollowed(file),
    });
    this.watcher.on('all', (event, file) => {
      if (isFollowed(file)) this.onLook(path.resolve(file));
      else if (event === 'addDir') this.lookInto(path.resolve(file));
    });
    this.watcher.on('error', (error) => {
      if (this.complained) return;
      this.complained = true;
      this.log.warn(
        `Watching ${this.projects} is limited, regular looks take over: ${String(error)}`,
      );
    });
  }

  dispose(): void {
    for (const timer of this.secondLooks) clearTimeout(timer);
    void this.watcher?.close();
  }

  private lookInto(folder: string): void {
    const timer = setTimeout(() => {
      this.secondLooks.delete(timer);
      void this.list(folder);
    }, secondLookMs);
    this.secondLooks.add(timer);
  }

  private async list(folder: string): Promise<void> {
    try {
      const names = await readdir(folder);
      for (const name of names) if (isFollowed(name)) this.onLook(path.join(folder, name));
    } catch {
      // Gone again.
    }
  }
}

function isFollowed(file: string): boolean {
  return file.endsWith('.jsonl') || file.endsWith('.meta.json');
}
