import * as fs from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import type { Stall } from './figures';

const stepMs = 1;

/**
 * Measures how long a thread's event loop is blocked: in wall time, and in processor time of the
 * thread.
 */
export class StallWatch {
  private readonly waits = createHistogram();
  private readonly work = createHistogram();
  private readonly worked = threadTime();
  private timer: NodeJS.Timeout | undefined;
  private lastAt = 0;
  private lastWorked = 0;

  start(): void {
    this.lastAt = performance.now();
    this.lastWorked = this.worked();
    this.timer = setInterval(() => this.tick(), stepMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Returns the stalls since the last call and starts over. */
  take(): Stall {
    const stall = {
      p99: this.waits.percentile(99) / 1e6,
      worst: this.waits.max / 1e6,
      worstWork: this.work.max / 1e6,
    };
    this.forget();
    return stall;
  }

  /** Discards the stalls measured so far. */
  forget(): void {
    this.waits.reset();
    this.work.reset();
    this.lastAt = performance.now();
    this.lastWorked = this.worked();
  }

  private tick(): void {
    const at = performance.now();
    const worked = this.worked();
    record(this.waits, at - this.lastAt - stepMs);
    record(this.work, worked - this.lastWorked);
    this.lastAt = at;
    this.lastWorked = worked;
  }
}

function record(histogram: ReturnType<typeof createHistogram>, ms: number): void {
  histogram.record(Math.max(1, Math.round(ms * 1e6)));
}

/**
 * Returns a function for the processor time of the main thread in ms; on systems without `/proc`
 * for the wall time.
 */
function threadTime(): () => number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  if (!fs.existsSync(file)) return () => performance.now();
  const descriptor = fs.openSync(file, 'r');
  const buffer = Buffer.alloc(64);
  return () => {
    const length = fs.readSync(descriptor, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  };
}
