import { patient } from '../patience';

/** Tells subscribers that something has changed, and lets others wait for what they look for. */
export class ChangeNotifier {
  private readonly listeners = new Set<() => void>();

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** Calls back after each change; returns how to stop that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves with what `look` finds, now or after a change. Fails when it throws, or after that time. */
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
      }, patient(timeoutMs));
      const stop = this.subscribe(check);
      check();
    });
  }
}
