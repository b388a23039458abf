import type { Disposable } from './lifetime';

interface Closable {
  close(): Promise<void>;
}

/**
 * Owns resources that close asynchronously. They are closed in reverse order, so that each is
 * closed before what it depends on.
 */
export class ClosableStore {
  private readonly ends: (() => unknown)[] = [];
  private closed: Promise<void> | undefined;

  /** Adds a child to close; after closing, it is closed at once. */
  add<T extends Closable | Disposable>(child: T): T {
    this.defer(() => ('close' in child ? child.close() : child.dispose()));
    return child;
  }

  /** `end` runs after everything that was added later has closed. */
  defer(end: () => unknown): void {
    if (this.closed === undefined) this.ends.push(end);
    else this.closed = this.closed.then(async () => void (await end()));
  }

  /**
   * Resolves when all have closed; after a failure it closes the others as well, and rejects with
   * the first failure.
   */
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
