import type { FoundFile } from '../ingest/transcriptFolders';
import type { ScanProgress } from './scanNews';

/** A file, and how much of it has not been read. */
export interface PlannedFile {
  readonly file: FoundFile;
  readonly bytes: number;
}

/** What a first reading takes, the latest first: today's sum is known long before all is. */
export class ReadingPlan {
  /** Let go once all are taken: there are thousands. */
  private files: readonly PlannedFile[] = [];
  private count = 0;
  private taken = 0;
  private todayCount = 0;
  private doneBytes = 0;
  private totalBytes = 0;
  isMade = false;

  /** Only files that changed since `midnight` tell of today. */
  make(files: readonly PlannedFile[], midnight: number): void {
    this.files = files.toSorted((a, b) => b.file.mtimeMs - a.file.mtimeMs);
    this.count = files.length;
    this.todayCount = files.filter(({ file }) => file.mtimeMs >= midnight).length;
    this.totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    this.isMade = true;
  }

  /** The next file to read; the one before has been read. */
  take(): FoundFile | undefined {
    if (!this.isMade || this.taken > this.count) return undefined;
    const next = this.files[this.taken]?.file;
    this.taken += 1;
    if (next === undefined) this.files = [];
    return next;
  }

  read(bytes: number): void {
    if (this.isMade) this.doneBytes = Math.min(this.totalBytes, this.doneBytes + bytes);
  }

  /** Undefined once everything has been read. */
  get progress(): ScanProgress | undefined {
    const { doneBytes, totalBytes } = this;
    if (this.isMade && this.taken > this.count) return undefined;
    return { doneBytes, totalBytes, todayIsKnown: this.isMade && this.taken > this.todayCount };
  }
}
