import { isSameStamp, stampIn, stampOf, type FileStamp } from '../../agents/transcripts/files';
import { isMissing } from '../../util/files/isMissing';
import { readOrdinaryFile } from '../../util/files/readOrdinary';

/**
 * Time in ms, by our own clock, during which a second write may leave the same mtime: file systems
 * have a resolution of up to 2 s.
 */
const defaultFreshMs = 3_000;

interface Kept {
  readonly stamp: FileStamp;
  /** When the file was first seen with this stamp, by `performance.now()`. */
  readonly since: number;
  /** True if the text was read so late that any further change leaves a different stamp. */
  readonly isSteady: boolean;
  readonly text: string;
}

/** Caches the texts of small files that are read often and rarely change. */
export class SteadyTexts {
  private readonly kept = new Map<string, Kept>();

  constructor(
    /** Maximum size of a file in bytes; larger ones are not read. */
    private readonly maxBytes: number,
    private readonly freshMs = defaultFreshMs,
  ) {}

  /**
   * Returns the text, read again only if the stamp has changed or was recent at the last read.
   * Returns undefined for a missing or too large file.
   */
  async read(file: string): Promise<string | undefined> {
    const found = stampOf(file);
    if (found === undefined || found.size > this.maxBytes) return undefined;
    const before = this.kept.get(file);
    if (before?.isSteady === true && isSameStamp(before.stamp, found)) return before.text;
    const now = performance.now();
    // The file may have changed since: the stored stamp is that of the opened file.
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

  /** Evicts all other files. */
  keepTo(files: readonly string[]): void {
    const kept = new Set(files);
    for (const file of this.kept.keys()) if (!kept.has(file)) this.kept.delete(file);
  }
}
