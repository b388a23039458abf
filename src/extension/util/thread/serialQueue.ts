/** Runs jobs one after the other, in order. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Settles as the job does; a failure does not stop later jobs. */
  run<Value>(job: () => Promise<Value>): Promise<Value> {
    const result = this.last.then(job);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all jobs have finished or failed. */
  async whenIdle(): Promise<void> {
    await this.last;
  }
}
