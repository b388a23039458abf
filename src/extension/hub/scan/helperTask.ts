import type { WalkBuffer } from '../ingest/lineWalk';
import type { LoggedRows, RowLog } from '../lines/rowLog';
import { UsageFile, UsageLines, type UsagePlace } from '../usage/usageFile';

/** A file to read on from where it was read before. */
export type HelperFile = Pick<UsageFile, 'path' | 'place'>;

/** What a helper is asked to read. */
export type HelperTask = readonly HelperFile[];

export interface HelperReport {
  /** Of each file of the task, in its order. */
  readonly files: readonly {
    /** Undefined for one that could not be read. */
    readonly place: UsagePlace | undefined;
    /** It is another than the one that was read before. */
    readonly isReplaced: boolean;
    /** So many of the rows are its own. */
    readonly rows: number;
  }[];
  readonly logged: LoggedRows;
  readonly bytes: number;
}

/** Reads the files of a task; one that cannot be read is left to who asked. */
export function carryOut(task: HelperTask, buffer: WalkBuffer, log: RowLog): HelperReport {
  const lines = new UsageLines(buffer);
  let bytes = 0;
  const files = task.map(({ path, place }, source) => {
    const file = new UsageFile(path, source);
    file.place = place;
    const before = log.length;
    let isReplaced = false;
    const replaced = (): void => void (isReplaced = true);
    try {
      for (const read of lines.read(file, { replaced, line: (row) => log.add(row) })) bytes += read;
    } catch {
      file.place = undefined;
    }
    return { place: file.place, isReplaced, rows: log.length - before };
  });
  return { files, logged: log.take(), bytes };
}
