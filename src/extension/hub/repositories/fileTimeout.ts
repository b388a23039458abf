/**
 * Maximum number of hanging jobs: each occupies one of the process's few threads that read files.
 */
const maxStuck = 2;

/**
 * Runs jobs that read files with a timeout, since an offline file server never answers. A job that
 * timed out keeps running, and is not started again before it ends.
 */
export class FileTimeout {
  private readonly stuck = new Set<unknown>();

  constructor(private readonly timeoutMs: number) {}

  /** True while no job may be started. */
  get isExhausted(): boolean {
    return this.stuck.size >= maxStuck;
  }

  /**
   * Runs a job. Resolves with undefined if it times out, or is not started because too many jobs,
   * or one of the same `subject`, hang.
   */
  async run<Value>(subject: unknown, job: () => Promise<Value>): Promise<Value | undefined> {
    if (this.isExhausted || this.stuck.has(subject)) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.stuck.add(subject);
        resolve(undefined);
      }, this.timeoutMs);
    });
    const done = job().finally(() => {
      clearTimeout(timer);
      this.stuck.delete(subject);
    });
    return Promise.race([done, late]);
  }
}
