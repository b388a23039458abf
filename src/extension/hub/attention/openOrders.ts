import { randomUUID } from 'node:crypto';
import { afterRunning } from '../../util/runningTime';

/** Runs before an answer counts; false where the order is not to be done any more. */
export type Commit = () => Promise<boolean>;

interface OpenOrder<Answer> {
  readonly asked: string;
  readonly commit: Commit;
  readonly settle: (answer: Answer) => void;
  /** The clock cannot take the answer back any more. */
  readonly callOff: () => void;
}

/** Orders to subscribers of the hub's streams, until they answer, go or take too long. */
export class OpenOrders<Answer> {
  private readonly orders = new Map<string, OpenOrder<Answer>>();

  /** `none` is told where no answer counts. */
  constructor(private readonly none: Answer) {}

  /**
   * Sends an order under a number of its own and waits for its answer. `commit` runs before the one
   * that was asked learns that its answer came in time: what it does is known to have happened when
   * it acts. It is told that it is too late where `commit` says false.
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

  /** False where the answer comes too late, or from somebody who was not asked; one that does nothing commits nothing. */
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
      open.settle(this.none); // Who asked waits for nothing else.
      throw error;
    }
  }

  /** There is nobody any more to answer: this one, or anyone. */
  giveUp(asked?: string): void {
    for (const order of this.orders.values()) {
      if (asked === undefined || order.asked === asked) order.settle(this.none);
    }
  }
}
