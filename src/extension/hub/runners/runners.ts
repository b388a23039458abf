import { randomUUID } from 'node:crypto';
import type { RunnerEvent, RunnerOrder } from '../../../shared/runner';
import { toDisposable, type Disposable } from '../../util/lifetime';
import { afterRunning } from '../../util/runningTime';

type Distributive<T> = T extends unknown ? Omit<T, 'order'> : never;
/** An order before it has its number. */
type NewRunnerOrder = Distributive<RunnerOrder>;

/** What reaches a runner, as long as it reads. */
interface RunnerReader {
  send(event: RunnerEvent): void;
  end(): void;
}

interface OpenOrder {
  readonly sessionId: string;
  /** False where it is not to be done any more. */
  readonly commit: () => Promise<boolean>;
  readonly settle: (done: boolean) => void;
  /** The clock cannot take the answer back any more. */
  readonly callOff: () => void;
}

/** A runner tells by this, in ms, that a hub hangs. */
const aliveMs = 3_000;
/** A runner that does not answer in this time, in ms, hangs. */
const answerMs = 3_000;

/** The processes that run sessions without a terminal, and what was asked of them. */
export class Runners implements Disposable {
  private readonly readers = new Map<string, RunnerReader>();
  private readonly orders = new Map<string, OpenOrder>();
  private readonly heartbeat = setInterval(() => this.beat(), aliveMs);

  constructor(private readonly onChange: (sessionId: string) => void) {}

  has(sessionId: string): boolean {
    return this.readers.has(sessionId);
  }

  /** A runner began to read; the newest of a session is the one that runs it. */
  connect(sessionId: string, reader: RunnerReader): Disposable {
    this.readers.set(sessionId, reader);
    reader.send({ type: 'alive', data: {} });
    this.onChange(sessionId);
    return toDisposable(() => {
      if (this.readers.get(sessionId) !== reader) return;
      this.readers.delete(sessionId);
      for (const order of this.orders.values()) {
        if (order.sessionId === sessionId) order.settle(false);
      }
      this.onChange(sessionId);
    });
  }

  /**
   * Asks the runner of a session; true once it does what it was asked. `commit` runs before the runner
   * learns that its answer came in time: what it does is known to have happened when it acts.
   */
  ask(
    sessionId: string,
    order: NewRunnerOrder,
    commit: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<boolean> {
    const reader = this.readers.get(sessionId);
    if (reader === undefined) return Promise.resolve(false);
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (done: boolean): void => {
        callOff();
        this.orders.delete(id);
        resolve(done);
      };
      const callOff = afterRunning(answerMs, () => settle(false));
      this.orders.set(id, { sessionId, commit, settle, callOff });
      reader.send({ type: 'order', data: { ...order, order: id } });
    });
  }

  /** False where the answer comes too late, or from somebody who was not asked. */
  async answer(sessionId: string, order: string): Promise<boolean> {
    const open = this.orders.get(order);
    if (open?.sessionId !== sessionId) return false;
    this.orders.delete(order);
    open.callOff();
    try {
      const isGranted = await open.commit();
      open.settle(isGranted);
      return isGranted;
    } catch (error) {
      open.settle(false); // Who asked waits for nothing else.
      throw error;
    }
  }

  /** The runners look for the next hub. */
  dispose(): void {
    clearInterval(this.heartbeat);
    for (const order of this.orders.values()) order.settle(false);
    for (const reader of this.readers.values()) reader.end();
    this.readers.clear();
  }

  private beat(): void {
    for (const reader of this.readers.values()) reader.send({ type: 'alive', data: {} });
  }
}
