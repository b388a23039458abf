import type { Disposable } from './lifetime';

interface Closable {
  close(): Promise<void>;
}

/** Owns what takes time to end. Closes the last that was added first, so nothing outlives what it uses. */
export class Closing {
  private readonly ends: (() => unknown)[] = [];
  private closed: Promise<void> | undefined;

  /** Adds a child to end with this; after the end it is ended at once. */
  add<T extends Closable | Disposable>(child: T): T {
    this.defer(() => ('close' in child ? child.close() : child.dispose()));
    return child;
  }

  /** `end` runs when everything that was added later has ended. */
  defer(end: () => unknown): void {
    if (this.closed === undefined) this.ends.push(end);
    else this.closed = this.closed.then(async () => void (await end()));
  }

  /** Settles when all have ended; rejects with the first failure, and spares nobody for it. */
  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let end = this.ends.pop(); end !== undefined; end = this.ends.pop()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
