import { isOver } from '../../shared/board/mutes';
import type { Loss, Mute, Order, Presence, WindowMessage } from '../../shared/protocol/windows';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Calls } from './hubClient';
import type { Keeps } from './keptCalls';

/** A longer one would be over at once. */
const longestTimerMs = 2 ** 31 - 1;

/** A window's report about itself; the next hub is told again. */
export type OwnPresence = Omit<Presence, 'since'>;

export interface WindowLineParts {
  /** Names this window to every hub. */
  readonly id: string;
  readonly hub: Calls<'answerOrder'>;
  readonly kept: Keeps<'tellPresence'>;
}

/** The messages between the hub and this window alone. */
export class WindowConnection implements Disposable {
  private readonly since = Date.now();
  private readonly orders = new Emitter<Order>();
  private readonly muteChanges = new Emitter<void>();
  private readonly losses = new Emitter<Loss>();
  private readonly unsaved = new Emitter<string>();
  private told: readonly Mute[] = [];
  private ending: NodeJS.Timeout | undefined;

  /** Each has to be answered. */
  readonly onDidReceiveOrder = this.orders.event;
  readonly onDidChangeMutes = this.muteChanges.event;
  /** The person is to be told; no other window does. */
  readonly onDidLose = this.losses.event;

  /** The hub goes by this window's settings, but could not save them; why is a sentence for a person. */
  readonly onDidNotSave = this.unsaved.event;

  constructor(private readonly parts: WindowLineParts) {}

  get id(): string {
    return this.parts.id;
  }

  /** Those that count now. */
  get mutes(): readonly Mute[] {
    const now = Date.now();
    return this.told.filter((mute) => !isOver(mute, now));
  }

  receive(message: WindowMessage): void {
    switch (message.type) {
      case 'order':
        return this.orders.fire(message.data);
      case 'mutes':
        this.told = message.data;
        return this.tellMutes();
      case 'keys':
      case 'phones':
      case 'life':
        return undefined; // Of the window's keys, its phones and its hub, which hear of it themselves.
      case 'loss':
        return this.losses.fire(message.data);
    }
  }

  reportUnsaved(problem: string): void {
    this.unsaved.fire(problem);
  }

  tell(presence: OwnPresence): void {
    this.parts.kept.keep('tellPresence', { since: this.since, ...presence });
  }

  /** False where the answer comes too late: then the order is not to be carried out. */
  async answer({ order }: Order, taken: boolean): Promise<boolean> {
    try {
      await this.parts.hub.call('answerOrder', { order, taken });
      return true;
    } catch {
      return false; // Asked of another window by now, or of no hub that is there.
    }
  }

  dispose(): void {
    clearTimeout(this.ending);
    this.orders.dispose();
    this.muteChanges.dispose();
    this.losses.dispose();
    this.unsaved.dispose();
  }

  /** Now, and again when the next one ends by itself. */
  private tellMutes(): void {
    clearTimeout(this.ending);
    this.muteChanges.fire();
    const ends = this.mutes.flatMap(({ until }) => until ?? []);
    if (ends.length === 0) return;
    const wait = Math.min(...ends) - Date.now() + 1;
    this.ending = setTimeout(() => this.tellMutes(), Math.min(wait, longestTimerMs));
  }
}
