/** Runs jobs one after the other, in the order in which they were given. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Settles as the job does; one that fails holds up none behind it. */
  run<Value>(job: () => Promise<Value>): Promise<Value> {
    const mine = this.last.then(job);
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** Settles when every job that was given is done, or failed. */
  async over(): Promise<void> {
    await this.last;
  }
}
