import { isSameStamp, stampIn, stampOf, type FileStamp } from '../../agents/transcripts/files';
import { isMissing } from '../../util/files/isMissing';
import { readOrdinaryFile } from '../../util/files/readOrdinary';

/**
 * Period in ms, by `performance.now()`, in which a second write may leave the mtime unchanged: file
 * systems have a resolution of up to 2 s.
 */
const defaultFreshMs = 3_000;

interface CachedText {
  readonly stamp: FileStamp;
  /** When the file was first seen with this stamp, by `performance.now()`. */
  readonly since: number;
  /** True if the text was read so long after `since` that any further write changes the stamp. */
  readonly isSteady: boolean;
  readonly text: string;
}

/** Caches the texts of small files that are read often and rarely change. */
export class SteadyTexts {
  private readonly cached = new Map<string, CachedText>();

  constructor(
    /** Maximum size of a file in bytes; larger ones are not read. */
    private readonly maxBytes: number,
    private readonly freshMs = defaultFreshMs,
  ) {}

  /**
   * Returns the text. Reads the file only if its stamp has changed or was recent at the last read.
   * Returns undefined for a missing or too large file.
   */
  async read(file: string): Promise<string | undefined> {
    const found = stampOf(file);
    if (found === undefined || found.size > this.maxBytes) return undefined;
    const before = this.cached.get(file);
    if (before?.isSteady === true && isSameStamp(before.stamp, found)) return before.text;
    const now = performance.now();
    // The file may have been replaced since `stampOf`, so the stamp of the opened file is stored.
    const read = await readOrdinaryFile(file, this.maxBytes).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (read === undefined) return undefined;
    const stamp = stampIn(read.stats);
    const since = before !== undefined && isSameStamp(before.stamp, stamp) ? before.since : now;
    const text = read.bytes.toString('utf8');
    this.cached.set(file, { stamp, since, isSteady: now - since > this.freshMs, text });
    return text;
  }

  /** Evicts the texts of all files that are not in the list. */
  retainOnly(files: readonly string[]): void {
    const wanted = new Set(files);
    for (const file of this.cached.keys()) if (!wanted.has(file)) this.cached.delete(file);
  }
}
