import type { FoundFile } from '../../../agents/transcripts/files';
import type { ScanProgress } from '../messages';

/** Order of the first reading: latest files first, so that today's sum is known early. */
export class ScanPlan {
  /** Files that are not dequeued yet, the latest last. */
  private waiting: FoundFile[] = [];
  private remaining = 0;
  private remainingToday = 0;
  private midnight = 0;
  private doneBytes = 0;
  private totalBytes = 0;
  isMade = false;

  /**
   * Makes the plan. `bytes` is the amount to read; only files changed since `midnight` affect
   * today's sum.
   */
  make(files: readonly FoundFile[], bytes: number, midnight: number): void {
    this.waiting = files.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
    this.remaining = files.length;
    this.midnight = midnight;
    this.remainingToday = files.filter((file) => this.changedToday(file)).length;
    this.totalBytes = bytes;
    this.isMade = true;
  }

  /** Removes and returns the latest remaining file. */
  dequeue(): FoundFile | undefined {
    return this.waiting.pop();
  }

  /** Counts bytes that have been read. */
  read(bytes: number): void {
    if (this.isMade) this.doneBytes = Math.min(this.totalBytes, this.doneBytes + bytes);
  }

  /** Marks a file as read or unreadable. */
  markRead(file: FoundFile): void {
    this.remaining -= 1;
    if (this.changedToday(file)) this.remainingToday -= 1;
  }

  /** Undefined once all files have been read. */
  get progress(): ScanProgress | undefined {
    const { isMade, doneBytes, totalBytes } = this;
    if (isMade && this.remaining === 0) return undefined;
    return { doneBytes, totalBytes, todayIsKnown: isMade && this.remainingToday === 0 };
  }

  private changedToday(file: FoundFile): boolean {
    return file.mtimeMs >= this.midnight;
  }
}
