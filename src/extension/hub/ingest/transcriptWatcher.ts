import { watch, type FSWatcher } from 'chokidar';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';

/** A file made in a new folder in its first moments may escape the watcher: it is listed again after this, in ms. */
const secondLookMs = 250;

/** The watching library drops changes of a file that follow one another within 50 ms; this is after them, in ms. */
const lastLookMs = 75;

/** Says "look at this file" and nothing more; what it misses, the sweeps see. */
export class TranscriptWatcher implements Disposable {
  private watcher: FSWatcher | undefined;
  private readonly secondLooks = new Set<NodeJS.Timeout>();
  private readonly lastLooks = new Map<string, NodeJS.Timeout>();
  private complained = false;

  constructor(
    private readonly projects: string,
    private readonly onLook: (file: string) => void,
    /** From now on nothing is missed; what came while the watching began may have been. */
    private readonly onReady: () => void,
    private readonly log: Log,
  ) {}

  /** Does nothing until the first client has made the folder, and when it watches already. */
  start(): void {
    if (this.watcher !== undefined || !existsSync(this.projects)) return;
    this.watcher = watch(this.projects, {
      depth: 3,
      ignoreInitial: true,
      ignored: (file, stats) => stats?.isFile() === true && !isFollowed(file),
    });
    this.watcher.on('all', (event, file) => {
      if (isFollowed(file)) this.lookAt(path.resolve(file));
      else if (event === 'addDir') this.lookInto(path.resolve(file));
    });
    this.watcher.on('ready', () => this.onReady());
    this.watcher.on('error', (error) => {
      if (this.complained) return;
      this.complained = true;
      this.log.warn(
        `Watching ${this.projects} is limited, regular looks take over: ${String(error)}`,
      );
    });
  }

  dispose(): void {
    for (const timer of [...this.secondLooks, ...this.lastLooks.values()]) clearTimeout(timer);
    void this.watcher?.close();
  }

  private lookAt(file: string): void {
    this.onLook(file);
    if (this.lastLooks.has(file)) return;
    const again = (): void => {
      this.lastLooks.delete(file);
      this.onLook(file);
    };
    this.lastLooks.set(file, setTimeout(again, lastLookMs));
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
