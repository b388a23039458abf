import { readFile } from 'node:fs/promises';
import { isSameStamp, stampOf, type FileStamp } from '../../transcript/catalogue/transcriptFolders';

/** Two writes in one step of a file system's clock leave the same time; the coarsest has steps of 2 s. In ms, by our own clock. */
const defaultFreshMs = 3_000;

interface Kept {
  readonly stamp: FileStamp;
  /** When the file was first seen so. */
  readonly since: number;
  /** Read when a further change would have left another stamp. */
  readonly isSteady: boolean;
  readonly text: string;
}

/** The texts of small files that are looked at often and change seldom. */
export class SteadyTexts {
  private readonly kept = new Map<string, Kept>();

  constructor(
    /** A larger file is not read. */
    private readonly maxBytes: number,
    private readonly freshMs = defaultFreshMs,
  ) {}

  /**
   * Reads only what changed, or had changed not long before it was read. Undefined for what is not
   * there, or too large.
   */
  async read(file: string): Promise<string | undefined> {
    const stamp = stampOf(file);
    if (stamp === undefined || stamp.size > this.maxBytes) return undefined;
    const kept = this.kept.get(file);
    const same = kept !== undefined && isSameStamp(kept.stamp, stamp) ? kept : undefined;
    if (same?.isSteady === true) return same.text;
    const now = performance.now();
    const since = same?.since ?? now;
    const text = await readFile(file, 'utf8');
    this.kept.set(file, { stamp, since, isSteady: now - since > this.freshMs, text });
    return text;
  }

  /** Forgets all others. */
  keepTo(files: readonly string[]): void {
    const kept = new Set(files);
    for (const file of this.kept.keys()) if (!kept.has(file)) this.kept.delete(file);
  }
}
