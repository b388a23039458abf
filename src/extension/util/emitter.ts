import type { Disposable } from './lifetime';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Calls its listeners in order of subscription; one that throws does not prevent the next call. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<{ readonly call: (value: T) => void }>();

  constructor(private readonly onListenerError: (error: unknown) => void = reportLater) {}

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.listeners.add(entry);
    return { dispose: () => void this.listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const entry of Array.from(this.listeners)) {
      try {
        entry.call(value);
      } catch (error) {
        this.onListenerError(error);
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}

/** Rethrows as an uncaught error, so that a listener's bug is never swallowed. */
function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
