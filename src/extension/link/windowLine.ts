import { randomUUID } from 'node:crypto';
import { routes } from '../../shared/protocol';
import { isOver } from '../../shared/mutes';
import {
  nextAnswerSchema,
  shownSchema,
  type Loss,
  type Mute,
  type Order,
  type Presence,
  type Shown,
  type WindowMessage,
} from '../../shared/windows';
import { Coalescer } from '../util/coalesce';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import type { ReachableHub } from '../util/reachableHub';
import { postIntent, reconnecting } from './hubCalls';

/** A longer one would be over at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What a window tells of itself; the hub is told again when another one takes over. */
export type OwnPresence = Omit<Presence, 'since'>;

/** The line between this window alone and the hub: who it is, what it is asked, what it asks. */
export class WindowLine implements Disposable {
  /** Names this window to every hub. */
  readonly id = randomUUID();
  private readonly since = Date.now();
  private readonly orders = new Emitter<Order>();
  private readonly muteChanges = new Emitter<void>();
  private readonly losses = new Emitter<Loss>();
  private readonly telling = new Coalescer(() => this.sendPresence());
  private presence: OwnPresence | undefined;
  private hub: ReachableHub | undefined;
  private told: readonly Mute[] = [];
  private ending: NodeJS.Timeout | undefined;

  /** Each has to be answered. */
  readonly onDidReceiveOrder = this.orders.event;
  readonly onDidChangeMutes = this.muteChanges.event;
  /** The person is to be told; no other window does. */
  readonly onDidLose = this.losses.event;

  constructor(private readonly log: Log) {}

  /** Those that count now. */
  get mutes(): readonly Mute[] {
    const now = Date.now();
    return this.told.filter((mute) => !isOver(mute, now));
  }

  connected(hub: ReachableHub): void {
    this.hub = hub;
    void this.telling.run();
  }

  lost(): void {
    this.hub = undefined;
  }

  receive(message: WindowMessage): void {
    switch (message.type) {
      case 'order':
        return this.orders.fire(message.data);
      case 'mutes':
        this.told = message.data;
        return this.tellMutes();
      case 'keys':
        return undefined; // Of the window's keys, which hear of it themselves.
      case 'loss':
        return this.losses.fire(message.data);
    }
  }

  tell(presence: OwnPresence): void {
    this.presence = presence;
    void this.telling.run();
  }

  /** False where the answer comes too late: then the order is not to be carried out. */
  async answer({ order }: Order, taken: boolean): Promise<boolean> {
    if (this.hub === undefined) return false;
    try {
      await postIntent(this.hub, `${routes.windows}/${this.id}/answer`, { order, taken });
      return true;
    } catch {
      return false; // Asked of another window by now, or of no hub that is there.
    }
  }

  /** Brings what runs the session to the front, in whatever window. Rejects with a sentence fit for a person. */
  async show(sessionId: string): Promise<Shown> {
    const route = `${routes.sessions}/${encodeURIComponent(sessionId)}/show`;
    return shownSchema.parse(await this.post(route, { window: this.id }));
  }

  /** Whom to go to next, of all that need a person; undefined where nobody does. Rejects as `show` does. */
  async next(): Promise<string | undefined> {
    return nextAnswerSchema.parse(await this.post(routes.next, { window: this.id })).sessionId;
  }

  /** Rejects as `show` does. */
  async setMute(mute: Mute, on: boolean): Promise<void> {
    await this.post(routes.mutes, { mute, on });
  }

  dispose(): void {
    clearTimeout(this.ending);
    this.orders.dispose();
    this.muteChanges.dispose();
    this.losses.dispose();
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

  private post(route: string, body: unknown): Promise<unknown> {
    if (this.hub === undefined) return Promise.reject(new Error(reconnecting));
    return postIntent(this.hub, route, body);
  }

  private async sendPresence(): Promise<void> {
    if (this.hub === undefined || this.presence === undefined) return;
    try {
      const { id, since, presence } = this;
      await postIntent(this.hub, `${routes.windows}/${id}`, { since, ...presence });
    } catch (error) {
      this.log.debug(`What this window is was not told: ${String(error)}`);
    }
  }
}
