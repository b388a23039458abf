import type { HookAnswer } from '../../../src/extension/agents/hooks';
import type { HeldConnection } from '../../../src/extension/agents/requests';

/** A client's held call that records how it ended. */
export class FakeCaller implements HeldConnection {
  ended: HookAnswer | 'released' | undefined;
  /** Resolves once `ended` is set. */
  readonly whenEnded: Promise<void>;
  private markEnded: () => void = () => undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(public accepts: Promise<boolean> = Promise.resolve(true)) {
    this.whenEnded = new Promise((resolve) => (this.markEnded = resolve));
  }

  answer(answer: HookAnswer): Promise<boolean> {
    this.ended = answer;
    this.markEnded();
    return this.accepts;
  }

  release(): void {
    this.ended = 'released';
    this.markEnded();
  }

  onGone(listener: () => void): void {
    this.listeners.push(listener);
  }

  hangUp(): void {
    for (const listener of this.listeners) listener();
  }
}
