import type { Order, OrderAnswer, Presence, WindowMessage } from '../../../shared/protocol/windows';
import { WindowStreams } from '../../util/windowStreams';
import type { Disposable } from '../../util/lifetime';
import { OpenOrders, type Commit } from './openOrders';

/** An editor window that reads the stream and has reported its presence. */
export interface Window {
  /** Key of the window's stream, which is visible to no other window and never written to disk. */
  readonly id: string;
  /** The id that the window uses in all its streams. */
  readonly name: string;
  readonly presence: Presence;
}

/** How a window answered an order; `silent` also if it disconnected. */
export type OrderOutcome = 'taken' | 'declined' | 'silent';

type WithoutOrder<T> = T extends unknown ? Omit<T, 'order'> : never;
/** An order without its id, which is assigned when the order is sent. */
export type NewOrder = WithoutOrder<Order>;

/** The connected windows and the orders that they were sent. */
export class Windows implements Disposable {
  private readonly connections = new WindowStreams();
  private readonly presences = new Map<string, Presence>();
  private readonly names = new Map<string, string>();
  private readonly orders = new OpenOrders<OrderOutcome>('silent');

  /**
   * `send` writes to one window's stream; `onPresence` is called when a window reports a change.
   */
  constructor(
    private readonly send: (window: string, message: WindowMessage) => void,
    private readonly onPresence: () => void = () => undefined,
  ) {}

  get present(): readonly Window[] {
    return [...this.presences].map(([id, presence]) => ({ id, name: this.nameOf(id), presence }));
  }

  /** Sessions that are open in a focused window, or that its person attends to; see `Presence`. */
  get inHand(): ReadonlySet<string> {
    return new Set(this.fronts.flatMap(sessionsInHand));
  }

  /** True if a focused window for which `canAct` is true shows the session in front. */
  isInHand(sessionId: string, canAct: (window: string) => boolean): boolean {
    return this.present.some(
      ({ id, presence: { focused, front } }) =>
        focused && sessionsInHand(front).includes(sessionId) && canAct(id),
    );
  }

  /** Sessions whose blocked cards are visible to a person. */
  get inSight(): ReadonlySet<string> {
    return new Set(this.fronts.flatMap(({ cards = [] }) => cards));
  }

  /** The terminal and the sessions that each focused window shows. */
  private get fronts(): readonly Presence['front'][] {
    return this.present.flatMap(({ presence }) => (presence.focused ? [presence.front] : []));
  }

  get(id: string): Window | undefined {
    const presence = this.presences.get(id);
    return presence && { id, name: this.nameOf(id), presence };
  }

  nameOf(id: string): string {
    return this.names.get(id) ?? id;
  }

  connect(id: string, name = id): void {
    this.connections.add(id);
    this.names.set(id, name);
  }

  disconnect(id: string): void {
    if (!this.connections.remove(id)) return;
    this.presences.delete(id);
    this.names.delete(id);
    this.orders.cancelOrders(id);
  }

  /** Records the presence of a window; false if the window is not connected. */
  setPresence(id: string, presence: Presence): boolean {
    if (!this.connections.has(id)) return false;
    this.presences.set(id, presence);
    this.onPresence();
    return true;
  }

  broadcast(message: WindowMessage): void {
    for (const id of this.connections.keys()) this.send(id, message);
  }

  /** Asks one window and waits for its answer; for `commit` see `OpenOrders`. */
  sendOrder(
    window: string,
    order: NewOrder,
    timeoutMs: number,
    commit?: Commit,
  ): Promise<OrderOutcome> {
    if (!this.connections.has(window)) return Promise.resolve('silent');
    const send = (id: string): void =>
      this.send(window, { type: 'order', data: { ...order, order: id } });
    return this.orders.ask(window, timeoutMs, send, commit);
  }

  /** Accepts a window's answer; false if it is late, or comes from a window that was not asked. */
  answer(window: string, { order, taken }: OrderAnswer): Promise<boolean> {
    return this.orders.answer(window, order, taken ? 'taken' : 'declined', taken);
  }

  dispose(): void {
    this.orders.cancelOrders();
    this.connections.clear();
    this.presences.clear();
    this.names.clear();
  }
}

function sessionsInHand({ sessions, inHand = [] }: Presence['front']): readonly string[] {
  return [...sessions, ...inHand];
}
