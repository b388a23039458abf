import { watch, type FSWatcher } from 'chokidar';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';

/** Says "look at this file" and nothing more; what it misses, the sweeps see. */
export class TranscriptWatcher implements Disposable {
  private watcher: FSWatcher | undefined;
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
    this.watcher.on('all', (_event, file) => {
      if (isFollowed(file)) this.onLook(path.resolve(file));
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
    void this.watcher?.close();
  }
}

function isFollowed(file: string): boolean {
  return file.endsWith('.jsonl') || file.endsWith('.meta.json');
}
