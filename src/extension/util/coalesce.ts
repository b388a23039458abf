/**
 * Runs a job without overlap; calls that arrive during a run share one further run. A call's
 * promise settles after a run that started after the call.
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
      .catch(() => undefined) // The failure is reported to the earlier calls.
      .then(() => {
        this.next = undefined;
        return this.run();
      });
    return this.next;
  }
}
