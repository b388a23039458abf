import * as fs from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import type { Stall } from './figures';

const stepMs = 1;

/** How long a thread's event loop is held up: by the clock, and by the thread's own work alone. */
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

  /** Since the last time. */
  take(): Stall {
    const stall = {
      p99: this.waits.percentile(99) / 1e6,
      worst: this.waits.max / 1e6,
      worstWork: this.work.max / 1e6,
    };
    this.forget();
    return stall;
  }

  /** Drops what was measured since the last call. */
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

/** Processor time of the main thread so far, in ms; the clock where the system does not tell. */
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
