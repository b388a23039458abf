import { randomUUID } from 'node:crypto';
import { afterRunning } from '../../util/runningTime';

/** Runs before an answer is accepted; false if the order must not be carried out any more. */
export type Commit = () => Promise<boolean>;

interface OpenOrder<Answer> {
  readonly asked: string;
  readonly commit: Commit;
  readonly settle: (answer: Answer) => void;
  /** Stops the timeout of the order. */
  readonly callOff: () => void;
}

/**
 * Orders to subscribers of the hub's streams, each open until it is answered, its subscriber
 * disconnects, or it times out.
 */
export class OpenOrders<Answer> {
  private readonly orders = new Map<string, OpenOrder<Answer>>();

  /** `none` is the result if no answer was accepted. */
  constructor(private readonly none: Answer) {}

  /**
   * Sends an order under a unique number and waits for its answer. `commit` runs before the
   * subscriber learns that its answer was accepted, so that its effect is recorded before the
   * subscriber acts. If `commit` returns false, the subscriber is told that it is too late.
   */
  ask(
    asked: string,
    timeoutMs: number,
    send: (order: string) => void,
    commit: Commit = () => Promise.resolve(true),
  ): Promise<Answer> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        callOff();
        this.orders.delete(id);
        resolve(answer);
      };
      const callOff = afterRunning(timeoutMs, () => settle(this.none));
      this.orders.set(id, { asked, commit, settle, callOff });
      send(id);
    });
  }

  /**
   * False if the answer is late or comes from a subscriber that was not asked; an answer without an
   * action skips `commit`.
   */
  async answer(asked: string, order: string, answer: Answer, does = true): Promise<boolean> {
    const open = this.orders.get(order);
    if (open?.asked !== asked) return false;
    this.orders.delete(order);
    open.callOff();
    try {
      const counts = !does || (await open.commit());
      open.settle(counts ? answer : this.none);
      return counts;
    } catch (error) {
      open.settle(this.none); // Settled at once, since no answer can follow.
      throw error;
    }
  }

  /** Settles orders that cannot be answered any more: those of one subscriber, or all. */
  giveUp(asked?: string): void {
    for (const order of this.orders.values()) {
      if (asked === undefined || order.asked === asked) order.settle(this.none);
    }
  }
}
