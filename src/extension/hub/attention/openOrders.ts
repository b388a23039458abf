import { randomUUID } from 'node:crypto';
import { afterRunning } from '../../util/runningTime';

/** Called before an answer is accepted; false if the order must not be carried out any more. */
export type Commit = () => Promise<boolean>;

interface OpenOrder<Answer> {
  readonly subscriber: string;
  readonly commit: Commit;
  readonly settle: (answer: Answer) => void;
  /** Stops the timeout of the order. */
  readonly cancelTimeout: () => void;
}

/**
 * Orders to subscribers of the hub's streams, each open until it is answered, its subscriber
 * disconnects, or it times out.
 */
export class OpenOrders<Answer> {
  private readonly orders = new Map<string, OpenOrder<Answer>>();

  /** `noAnswer` is the result if no answer was accepted. */
  constructor(private readonly noAnswer: Answer) {}

  /**
   * Sends an order under a unique id and waits for its answer. `commit` runs before the subscriber
   * learns that its answer was accepted, so that its effect is recorded before the subscriber acts.
   * If `commit` returns false, the answer is rejected as too late.
   */
  ask(
    subscriber: string,
    timeoutMs: number,
    send: (order: string) => void,
    commit: Commit = () => Promise.resolve(true),
  ): Promise<Answer> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        cancelTimeout();
        this.orders.delete(id);
        resolve(answer);
      };
      const cancelTimeout = afterRunning(timeoutMs, () => settle(this.noAnswer));
      this.orders.set(id, { subscriber, commit, settle, cancelTimeout });
      send(id);
    });
  }

  /**
   * Accepts an answer; false if it is late or comes from a subscriber that was not asked. `acts` is
   * false for an answer without an action, which skips `commit`.
   */
  async answer(subscriber: string, order: string, answer: Answer, acts = true): Promise<boolean> {
    const open = this.orders.get(order);
    if (open?.subscriber !== subscriber) return false;
    this.orders.delete(order);
    open.cancelTimeout();
    try {
      const isAccepted = !acts || (await open.commit());
      open.settle(isAccepted ? answer : this.noAnswer);
      return isAccepted;
    } catch (error) {
      open.settle(this.noAnswer); // Settled at once, since no answer can follow.
      throw error;
    }
  }

  /** Settles the orders that can no longer be answered: those of one subscriber, or all. */
  cancelOrders(subscriber?: string): void {
    for (const order of this.orders.values()) {
      if (subscriber === undefined || order.subscriber === subscriber) order.settle(this.noAnswer);
    }
  }
}
