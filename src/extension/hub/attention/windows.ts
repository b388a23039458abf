import { randomUUID } from 'node:crypto';
import type { Order, OrderAnswer, Presence, WindowMessage } from '../../../shared/windows';
import type { Disposable } from '../../util/lifetime';
import { afterRunning } from '../../util/runningTime';

/** An editor window that reads the stream and has told about itself. */
export interface Window {
  readonly id: string;
  readonly presence: Presence;
}

/** How a window answered an order; `silent` also where it went away. */
export type Answer = 'taken' | 'declined' | 'silent';

type Distributive<T> = T extends unknown ? Omit<T, 'order'> : never;
/** An order before it has its number. */
export type NewOrder = Distributive<Order>;

interface OpenOrder {
  readonly window: string;
  /** False where it is not to be done any more. */
  readonly commit: () => Promise<boolean>;
  readonly settle: (answer: Answer) => void;
  /** The clock cannot take the answer back any more. */
  readonly callOff: () => void;
}

/** The windows that are connected, and what was asked of them. */
export class Windows implements Disposable {
  private readonly connections = new Map<string, number>();
  private readonly presences = new Map<string, Presence>();
  private readonly orders = new Map<string, OpenOrder>();

  /** `send` reaches one window's stream; `onPresence` is told when one says something new of itself. */
  constructor(
    private readonly send: (window: string, message: WindowMessage) => void,
    private readonly onPresence: () => void = () => undefined,
  ) {}

  get present(): readonly Window[] {
    return [...this.presences].map(([id, presence]) => ({ id, presence }));
  }

  get(id: string): Window | undefined {
    const presence = this.presences.get(id);
    return presence && { id, presence };
  }

  connect(id: string): void {
    this.connections.set(id, (this.connections.get(id) ?? 0) + 1);
  }

  disconnect(id: string): void {
    const left = (this.connections.get(id) ?? 0) - 1;
    if (left > 0) {
      this.connections.set(id, left);
      return;
    }
    this.connections.delete(id);
    this.presences.delete(id);
    for (const order of this.orders.values()) if (order.window === id) order.settle('silent');
  }

  /** False for a window that does not read the stream. */
  tell(id: string, presence: Presence): boolean {
    if (!this.connections.has(id)) return false;
    this.presences.set(id, presence);
    this.onPresence();
    return true;
  }

  broadcast(message: WindowMessage): void {
    for (const id of this.connections.keys()) this.send(id, message);
  }

  /**
   * Asks one window and waits for its answer. `commit` runs before the window learns that its answer
   * came in time: what it does is known to have happened when the window acts. The window is told
   * that it is too late where `commit` says false.
   */
  ask(
    window: string,
    order: NewOrder,
    timeoutMs: number,
    commit: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<Answer> {
    if (!this.connections.has(window)) return Promise.resolve('silent');
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        callOff();
        this.orders.delete(id);
        resolve(answer);
      };
      const callOff = afterRunning(timeoutMs, () => settle('silent'));
      this.orders.set(id, { window, commit, settle, callOff });
      this.send(window, { type: 'order', data: { ...order, order: id } });
    });
  }

  /** False where the answer comes too late, or from somebody who was not asked. */
  async answer(window: string, { order, taken }: OrderAnswer): Promise<boolean> {
    const open = this.orders.get(order);
    if (open?.window !== window) return false;
    this.orders.delete(order);
    open.callOff();
    try {
      const isDone = !taken || (await open.commit());
      open.settle(!isDone ? 'silent' : taken ? 'taken' : 'declined');
      return isDone;
    } catch (error) {
      open.settle('silent'); // Who asked waits for nothing else.
      throw error;
    }
  }

  dispose(): void {
    for (const order of this.orders.values()) order.settle('silent');
    this.connections.clear();
    this.presences.clear();
  }
}
