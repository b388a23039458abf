import { readFile } from 'node:fs/promises';
import { isSameStamp, stampOf, type FileStamp } from './transcriptFolders';

/** Two writes in one step of a file system's clock leave the same time; the coarsest has steps of 2 s. In ms. */
const freshMs = 3_000;

interface Kept {
  readonly stamp: FileStamp;
  readonly readAt: number;
  readonly text: string;
}

/** The texts of small files that are looked at often and change seldom. */
export class SteadyTexts {
  private readonly kept = new Map<string, Kept>();

  /** Reads only what changed, or had changed just before it was read. Undefined for what is not there. */
  async read(file: string): Promise<string | undefined> {
    const stamp = stampOf(file);
    if (stamp === undefined) return undefined;
    const kept = this.kept.get(file);
    const isSteady = kept !== undefined && kept.readAt - kept.stamp.mtimeMs > freshMs;
    if (isSteady && isSameStamp(kept.stamp, stamp)) return kept.text;
    const readAt = Date.now();
    const text = await readFile(file, 'utf8');
    this.kept.set(file, { stamp, readAt, text });
    return text;
  }

  /** Forgets all others. */
  keepTo(files: readonly string[]): void {
    const kept = new Set(files);
    for (const file of this.kept.keys()) if (!kept.has(file)) this.kept.delete(file);
  }
}
