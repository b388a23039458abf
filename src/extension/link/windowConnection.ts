import { hasMuteExpired } from '../../shared/board/mutes';
import type { Loss, Mute, Order, Presence, WindowMessage } from '../../shared/protocol/windows';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Calls } from './hubClient';
import type { CallRepeater } from './repeatedCalls';

/** Longest delay of `setTimeout`, in ms: a longer one fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/** A window's report about itself; it is repeated to the next hub. */
export type OwnPresence = Omit<Presence, 'since'>;

export interface WindowConnectionParts {
  /** The id that this window sends to every hub. */
  readonly id: string;
  readonly hub: Calls<'answerOrder'>;
  readonly repeatedCalls: CallRepeater<'tellPresence'>;
}

/**
 * Exchanges the messages that concern only the hub and this window: orders, mutes, losses and
 * presence.
 */
export class WindowConnection implements Disposable {
  private readonly since = Date.now();
  private readonly orders = new Emitter<Order>();
  private readonly muteChanges = new Emitter<void>();
  private readonly losses = new Emitter<Loss>();
  private readonly unsaved = new Emitter<string>();
  private receivedMutes: readonly Mute[] = [];
  private expiryTimer: NodeJS.Timeout | undefined;

  /** Each order must be answered. */
  readonly onDidReceiveOrder = this.orders.event;
  readonly onDidChangeMutes = this.muteChanges.event;
  /** Losses to show to the person; no other window shows them. */
  readonly onDidLose = this.losses.event;

  /** The hub applies this window's settings but could not save them; the reason is a sentence to show. */
  readonly onDidNotSave = this.unsaved.event;

  constructor(private readonly parts: WindowConnectionParts) {}

  get id(): string {
    return this.parts.id;
  }

  /** The mutes that are active now. */
  get mutes(): readonly Mute[] {
    const now = Date.now();
    return this.receivedMutes.filter((mute) => !hasMuteExpired(mute, now));
  }

  receive(message: WindowMessage): void {
    switch (message.type) {
      case 'order':
        return this.orders.fire(message.data);
      case 'mutes':
        this.receivedMutes = message.data;
        return this.publishMutes();
      case 'keys':
      case 'phones':
      case 'life':
        // `HubLink` passes these messages to the objects for keys, phones and the hub's life cycle.
        return undefined;
      case 'loss':
        return this.losses.fire(message.data);
    }
  }

  reportUnsaved(problem: string): void {
    this.unsaved.fire(problem);
  }

  sendPresence(presence: OwnPresence): void {
    this.parts.repeatedCalls.storeCall('tellPresence', { since: this.since, ...presence });
  }

  /** Returns false if the answer comes too late; the order must not be carried out then. */
  async answer({ order }: Order, taken: boolean): Promise<boolean> {
    try {
      await this.parts.hub.call('answerOrder', { order, taken });
      return true;
    } catch {
      return false; // The order went to another window in the meantime, or no hub is reachable.
    }
  }

  dispose(): void {
    clearTimeout(this.expiryTimer);
    this.orders.dispose();
    this.muteChanges.dispose();
    this.losses.dispose();
    this.unsaved.dispose();
  }

  /** Publishes the mutes now, and again when the next one expires. */
  private publishMutes(): void {
    clearTimeout(this.expiryTimer);
    this.muteChanges.fire();
    const ends = this.mutes.flatMap(({ until }) => until ?? []);
    if (ends.length === 0) return;
    const wait = Math.min(...ends) - Date.now() + 1;
    this.expiryTimer = setTimeout(() => this.publishMutes(), Math.min(wait, maxTimerMs));
  }
}
