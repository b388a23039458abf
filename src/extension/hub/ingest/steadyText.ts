import { isSameStamp, stampIn, stampOf, type FileStamp } from '../../agents/transcripts/files';
import { isMissing } from '../../util/files/isMissing';
import { readOrdinaryFile } from '../../util/files/readOrdinary';

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
    const found = stampOf(file);
    if (found === undefined || found.size > this.maxBytes) return undefined;
    const before = this.kept.get(file);
    if (before?.isSteady === true && isSameStamp(before.stamp, found)) return before.text;
    const now = performance.now();
    // The file may have become another one since: the stamp that is kept is that of what was read.
    const read = await readOrdinaryFile(file, this.maxBytes).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (read === undefined) return undefined;
    const stamp = stampIn(read.stats);
    const since = before !== undefined && isSameStamp(before.stamp, stamp) ? before.since : now;
    const text = read.bytes.toString('utf8');
    this.kept.set(file, { stamp, since, isSteady: now - since > this.freshMs, text });
    return text;
  }

  /** Forgets all others. */
  keepTo(files: readonly string[]): void {
    const kept = new Set(files);
    for (const file of this.kept.keys()) if (!kept.has(file)) this.kept.delete(file);
  }
}
