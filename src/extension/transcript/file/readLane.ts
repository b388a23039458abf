import * as fs from 'node:fs';
import { isMissing } from '../../util/files/isMissing';
import { WalkBuffer } from '../lines/lineWalk';
import type { Slices } from '../../util/thread/slices';

/** An open file and the read buffer that all files of a lane share. */
export interface OpenFile {
  readonly file: number;
  readonly stat: fs.Stats;
  readonly shared: WalkBuffer;
}

/** Reads one file at a time, so that all share one buffer. */
export class ReadLane {
  private readonly shared = new WalkBuffer();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly slices: Slices) {}

  /** Runs a job with the open file after all earlier jobs; undefined if the file does not exist. */
  run<Result>(
    path: string,
    job: (open: OpenFile) => Iterator<unknown, Result>,
  ): Promise<Result | undefined> {
    const turn = this.last.then(() => this.open(path, job));
    this.last = turn.catch(() => undefined); // The caller handles the error.
    return turn;
  }

  private async open<Result>(
    path: string,
    job: (open: OpenFile) => Iterator<unknown, Result>,
  ): Promise<Result | undefined> {
    let file: number;
    try {
      file = fs.openSync(path, 'r');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    try {
      const stat = fs.fstatSync(file);
      return await this.slices.run(job({ file, stat, shared: this.shared }));
    } finally {
      fs.closeSync(file);
      this.shared.shrink();
    }
  }
}
