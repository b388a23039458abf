/** Blocks callers that await `opened` until it is opened; opening it again has no effect. */
export class Gate {
  private release!: () => void;
  readonly opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  open(): void {
    this.release();
  }
}
