import { walkLines, type OnLine } from '../lines/lineWalk';
import type { OpenFile } from './readLane';
import { continuesFrom, placeAt, type ReadPlace } from './readPlace';

export interface TailSink {
  /** Receives a complete line without its line feed; the buffer is only valid during the call. */
  readonly onLine: OnLine;
  /**
   * Called when the file was truncated or replaced: earlier lines are invalid and reading restarts.
   */
  readonly onRestart: () => void;
}

/** Reads a growing file of lines: keeps the position and returns complete lines that were appended. */
export class FileTail {
  private last: ReadPlace | undefined;

  /** Offset after the last complete line. */
  get wholeLines(): number {
    return this.last?.offset ?? 0;
  }

  /** Position after the last read; undefined before the first one. */
  get place(): ReadPlace | undefined {
    return this.last;
  }

  /**
   * Sets where the next read starts, if the file still continues from there; undefined means the
   * beginning.
   */
  resume(place: ReadPlace | undefined): void {
    this.last = place;
  }

  /**
   * Reads new lines of the open file, only those with the mark if one is given, and yields the
   * number of bytes read between portions. The position advances only when all was read.
   */
  *read(
    { file, stat, shared }: OpenFile,
    sink: TailSink,
    marked?: Buffer,
  ): Generator<number, void> {
    if (this.last !== undefined && !continuesFrom(file, stat, this.last)) {
      this.last = undefined;
      sink.onRestart();
    }
    const { size } = stat;
    const end = yield* walkLines(file, this.wholeLines, size, shared, sink.onLine, marked);
    this.last = placeAt(file, stat, end, this.last);
  }
}
