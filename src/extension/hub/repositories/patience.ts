/** Jobs that may wait at once: each holds one of the few threads that read files for the whole hub. */
const mostStuck = 2;

/**
 * Waits for jobs that read files, but not for ever: a server of files that is away never answers. What
 * takes too long goes on by itself, and is not begun again before its end.
 */
export class Patience {
  private readonly stuck = new Set<unknown>();

  constructor(private readonly longestMs: number) {}

  /** True while nothing more is to be begun. */
  get isSpent(): boolean {
    return this.stuck.size >= mostStuck;
  }

  /** Settles with undefined where the job takes longer, or that of the same `subject` still does. */
  async run<Value>(subject: unknown, job: () => Promise<Value>): Promise<Value | undefined> {
    if (this.isSpent || this.stuck.has(subject)) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.stuck.add(subject);
        resolve(undefined);
      }, this.longestMs);
    });
    const done = job().finally(() => {
      clearTimeout(timer);
      this.stuck.delete(subject);
    });
    return Promise.race([done, late]);
  }
}
