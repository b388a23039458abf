import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { fittingEntries } from './keptEntries';
import { KeptFile } from './keptFile';

/** Dismissals beyond this many are forgotten, oldest first: their sessions are history. */
const keptCount = 5_000;

const timeSchema = z.number();

/** The sessions that the user dismissed, kept over restarts in `archived.json`: id to ms since 1970. */
export class Archive {
  private times = new Map<string, number>();
  private readonly file: KeptFile<readonly (readonly [string, number])[]>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptFile({
      folder,
      name: 'archived.json',
      parse: (text) => fittingEntries(text, timeSchema),
      adopt: (kept) => (this.times = new Map([...kept, ...this.times])),
      text: () => this.text(),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
  async load(): Promise<ReadonlyMap<string, number>> {
    await this.file.load();
    return this.times;
  }

  /** When the user dismissed the session; undefined for one that is in sight. */
  dismissedAt(sessionId: string): number | undefined {
    return this.times.get(sessionId);
  }

  /** Undefined brings the session back. */
  set(sessionId: string, at: number | undefined): void {
    const wasThere = this.times.delete(sessionId);
    if (at !== undefined) this.times.set(sessionId, at);
    else if (!wasThere) return;
    void this.file.change();
  }

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  private text(): string {
    return JSON.stringify(Object.fromEntries([...this.times].slice(-keptCount)));
  }
}
