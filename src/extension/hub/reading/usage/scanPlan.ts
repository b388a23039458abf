import type { FoundFile } from '../../../agents/transcripts/files';
import type { ScanProgress } from '../messages';

/** The files of a first reading, the latest first: today's sum is known long before all is. */
export class ScanPlan {
  /** The files that nobody has taken, the latest last. */
  private waiting: FoundFile[] = [];
  private left = 0;
  private leftOfToday = 0;
  private midnight = 0;
  private doneBytes = 0;
  private totalBytes = 0;
  isMade = false;

  /** `bytes` is the size of what has to be read; only files that changed since `midnight` tell of today. */
  make(files: readonly FoundFile[], bytes: number, midnight: number): void {
    this.waiting = files.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
    this.left = files.length;
    this.midnight = midnight;
    this.leftOfToday = files.filter((file) => this.tellsOfToday(file)).length;
    this.totalBytes = bytes;
    this.isMade = true;
  }

  /** The latest file that nobody has taken. */
  take(): FoundFile | undefined {
    return this.waiting.pop();
  }

  /** Notes that bytes of a file have been read. */
  read(bytes: number): void {
    if (this.isMade) this.doneBytes = Math.min(this.totalBytes, this.doneBytes + bytes);
  }

  /** A file that was taken has been read, or cannot be. */
  done(file: FoundFile): void {
    this.left -= 1;
    if (this.tellsOfToday(file)) this.leftOfToday -= 1;
  }

  /** Undefined once everything has been read. */
  get progress(): ScanProgress | undefined {
    const { isMade, doneBytes, totalBytes } = this;
    if (isMade && this.left === 0) return undefined;
    return { doneBytes, totalBytes, todayIsKnown: isMade && this.leftOfToday === 0 };
  }

  private tellsOfToday(file: FoundFile): boolean {
    return file.mtimeMs >= this.midnight;
  }
}
