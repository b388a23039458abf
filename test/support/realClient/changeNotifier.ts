import { scaledTimeout } from '../scaledTimeout';

/** Notifies subscribers of changes, and can wait until a condition holds after one. */
export class ChangeNotifier {
  private readonly listeners = new Set<() => void>();

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** Calls the listener after each change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Resolves with the result of `look`, called now and after each change, once it is defined.
   * Rejects when `look` throws or the time is up.
   */
  async waitFor<T>(
    look: () => T | undefined,
    timeoutMs: number,
    failure: () => string,
  ): Promise<NonNullable<T>> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        try {
          const found = look();
          if (found === undefined || found === null) return;
          resolve(found);
        } catch (error) {
          reject(error);
        }
        clearTimeout(timer);
        stop();
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(failure()));
      }, scaledTimeout(timeoutMs));
      const stop = this.subscribe(check);
      check();
    });
  }
}
