import * as z from 'zod';
import type { PrivateFolder } from '../util/privateFolder';

/** Dismissals beyond this many are forgotten, oldest first: their sessions are history. */
const keptCount = 5_000;

const archiveFileSchema = z.record(z.string(), z.number());

/** The sessions that the user dismissed, kept over restarts in `archived.json`: id to ms since 1970. */
export class Archive {
  private times = new Map<string, number>();
  private writing: Promise<void> = Promise.resolve();

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
    const kept = Object.fromEntries([...this.times].slice(-keptCount));
    this.writing = this.writing
      .then(() => this.folder.write('archived.json', JSON.stringify(kept)))
      .catch(this.onError);
  }

  /** Settles when everything is on the disk. */
  async flush(): Promise<void> {
    await this.writing;
  }
}
