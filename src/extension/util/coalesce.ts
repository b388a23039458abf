/**
 * Runs a job one at a time; calls that arrive while it runs share one more run after it. A call's
 * promise settles when a run that began after the call is done.
 */
export class Coalescer {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly job: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.running === undefined) {
      this.running = this.job().finally(() => {
        this.running = undefined;
      });
      return this.running;
    }
    this.next ??= this.running
      .catch(() => undefined) // The failure belongs to the calls before.
      .then(() => {
        this.next = undefined;
        return this.run();
      });
    return this.next;
  }
}
