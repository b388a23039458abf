import type { HookAnswer } from '../../../src/extension/agents/hooks';
import type { HeldConnection } from '../../../src/extension/agents/requests';

/** A client's held call that records how it ended. */
export class FakeCaller implements HeldConnection {
  ended: HookAnswer | 'released' | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(public accepts: Promise<boolean> = Promise.resolve(true)) {}

  answer(answer: HookAnswer): Promise<boolean> {
    this.ended = answer;
    return this.accepts;
  }

  release(): void {
    this.ended = 'released';
  }

  onGone(listener: () => void): void {
    this.listeners.push(listener);
  }

  hangUp(): void {
    for (const listener of this.listeners) listener();
  }
}
