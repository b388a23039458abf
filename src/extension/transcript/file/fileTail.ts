import { walkLines, type OnLine } from '../lines/lineWalk';
import type { OpenFile } from './readLane';
import { goesOn, placeAt, type ReadPlace } from './readPlace';

export interface TailSink {
  /** A whole line without its end; the buffer is only good during the call. */
  readonly onLine: OnLine;
  /** The file was cut or replaced: what was read before is void, reading starts over. */
  readonly onRestart: () => void;
}

/** Follows a growing file of lines: how far it was read, and what was appended since, whole lines only. */
export class FileTail {
  private last: ReadPlace | undefined;

  /** The place behind the last whole line. */
  get wholeLines(): number {
    return this.last?.offset ?? 0;
  }

  /** Undefined before the first read. */
  get place(): ReadPlace | undefined {
    return this.last;
  }

  /** The next read starts there, if the file still goes on from it; at the beginning for undefined. */
  resume(place: ReadPlace | undefined): void {
    this.last = place;
  }

  /**
   * Reads what is new in the open file, of lines with a mark alone where one is given, and yields the bytes read
   * between portions. Nothing counts as read before the end.
   */
  *read(
    { file, stat, shared }: OpenFile,
    sink: TailSink,
    marked?: Buffer,
  ): Generator<number, void> {
    if (this.last !== undefined && !goesOn(file, stat, this.last)) {
      this.last = undefined;
      sink.onRestart();
    }
    const { size } = stat;
    const end = yield* walkLines(file, this.wholeLines, size, shared, sink.onLine, marked);
    this.last = placeAt(file, stat, end, this.last);
  }
}
