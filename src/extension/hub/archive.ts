import * as z from 'zod';
import { Coalescer } from '../util/coalesce';
import type { PrivateFolder } from '../util/privateFolder';

/** Dismissals beyond this many are forgotten, oldest first: their sessions are history. */
const keptCount = 5_000;

const archiveFileSchema = z.record(z.string(), z.number());

/** The sessions that the user dismissed, kept over restarts in `archived.json`: id to ms since 1970. */
export class Archive {
  private times = new Map<string, number>();
  private readonly writes = new Coalescer(() => this.write());

  constructor(
    private readonly folder: PrivateFolder,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** A file that cannot be read counts as empty. */
  async load(): Promise<ReadonlyMap<string, number>> {
    try {
      const text = await this.folder.read('archived.json');
      const parsed = archiveFileSchema.parse(JSON.parse(text ?? '{}'));
      this.times = new Map(Object.entries(parsed));
    } catch (error) {
      this.onError(error);
    }
    return this.times;
  }

  /** Undefined brings the session back. */
  set(sessionId: string, at: number | undefined): void {
    this.times.delete(sessionId);
    if (at !== undefined) this.times.set(sessionId, at);
    void this.writes.run();
  }

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.writes.run();
  }

  private async write(): Promise<void> {
    if (this.times.size === 0 && (await this.folder.read('archived.json')) === undefined) return;
    const kept = Object.fromEntries([...this.times].slice(-keptCount));
    await this.folder.write('archived.json', JSON.stringify(kept)).catch(this.onError);
  }
}
