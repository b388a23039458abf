/** Blocks something until the test opens the gate; opening it twice is harmless. */
export class Gate {
  private release!: () => void;
  readonly opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  open(): void {
    this.release();
  }
}

export function gate(): Gate {
  return new Gate();
}
