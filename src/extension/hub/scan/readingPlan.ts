import type { FoundFile } from '../ingest/transcriptFolders';
import type { ScanProgress } from './scanNews';

/** A file, and how much of it has not been read. */
export interface PlannedFile {
  readonly file: FoundFile;
  readonly bytes: number;
}

/** Even an empty file takes its time. */
const leastBytes = 16 * 1024;

/** What a first reading takes, the latest first: today's sum is known long before all is. */
export class ReadingPlan {
  /** In order; let go once all are taken: there are thousands. */
  private files: readonly PlannedFile[] = [];
  /** What was taken from the other end and given back comes last. */
  private back: PlannedFile[] = [];
  /** The next to take from each end lie between these places. */
  private from = 0;
  private to = 0;
  private left = 0;
  private leftOfToday = 0;
  private midnight = 0;
  private doneBytes = 0;
  private totalBytes = 0;
  isMade = false;

  /** Only files that changed since `midnight` tell of today. */
  make(files: readonly PlannedFile[], midnight: number): void {
    this.files = files.toSorted((a, b) => b.file.mtimeMs - a.file.mtimeMs);
    this.to = this.left = files.length;
    this.midnight = midnight;
    this.leftOfToday = files.filter(({ file }) => this.tellsOfToday(file)).length;
    this.totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    this.isMade = true;
  }

  /** The latest file that nobody has taken. */
  take(): FoundFile | undefined {
    if (this.from >= this.to) return this.back.shift()?.file;
    const next = this.files[this.from]?.file;
    this.from += 1;
    this.letGo();
    return next;
  }

  /** The oldest files that nobody has taken, the oldest first: so many bytes of them, or a little more. */
  takeOldest(bytes: number): readonly PlannedFile[] {
    const taken: PlannedFile[] = [];
    let size = 0;
    while (size < bytes && this.to > this.from) {
      this.to -= 1;
      const next = this.files[this.to];
      if (next === undefined) break;
      taken.push(next);
      size += Math.max(leastBytes, next.bytes);
    }
    this.letGo();
    return taken;
  }

  /** Some of the oldest that were taken: they are not taken from that end again. */
  giveBack(files: readonly PlannedFile[]): void {
    this.back.push(...files);
  }

  /** Bytes of a file have been read. */
  read(bytes: number): void {
    if (this.isMade) this.doneBytes = Math.min(this.totalBytes, this.doneBytes + bytes);
  }

  /** A file that was taken has been read, or cannot be. */
  done(file: FoundFile): void {
    this.left -= 1;
    if (this.tellsOfToday(file)) this.leftOfToday -= 1;
  }

  /** Of what everybody has to read. */
  get leftBytes(): number {
    return this.left === 0 ? 0 : this.totalBytes - this.doneBytes;
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

  private letGo(): void {
    if (this.from >= this.to) this.files = [];
  }
}
