import { message, type Translator } from '../../../../shared/words/l10n';
import type { Log } from '../../../util/log';
import type { Device, Devices } from '../devices';
import type { PushProgress } from './pushProgress';
import type { Pusher } from './pusher';
import { pushMessage, type PushText } from './pushTexts';

/**
 * Time in ms for which the push service keeps a push for a phone that is off. It is long, because a
 * request stays open as long as its session.
 */
const defaultLifeMs = 12 * 60 * 60_000;
/** Time in ms for which the push service keeps a test push. */
const testLifeMs = 60_000;

export interface OutboxParts {
  readonly devices: Pick<Devices, 'get' | 'list' | 'subscribe'>;
  readonly progress: PushProgress;
  readonly pusher: () => Pusher | undefined;
  /** Returns the address of the page, as phones reach it. */
  readonly page: () => string;
  /** Returns the number of sessions that need a person. */
  readonly badge: () => number;
  /** Called when the push service reports that the subscription of a phone has ended. */
  readonly onGone: (device: string) => void;
  /** Returns the texts in the language of a phone. */
  readonly speech: (device: Device) => Translator;
  readonly log: Log;
}

export interface Mailing {
  readonly tag: string;
  readonly text: (speech: Translator) => PushText;
  readonly sessions: readonly string[];
  /** Session whose card the push opens; absent if the push is about several sessions. */
  readonly session?: string;
}

/** The current or last push with one tag to one phone. */
interface PushSlot {
  /** Aborts the remaining attempts to send. */
  readonly stop: AbortController;
  /** Resolves with true if the push service accepted the push. */
  readonly done: Promise<boolean>;
  /** Replacement that is sent after `done` has resolved. */
  next?: { readonly mailing: Mailing; readonly isLast: boolean };
}

/**
 * Sends pushes to phones. Pushes with one tag are sent one after the other, and a newer one
 * replaces one that is still waiting.
 */
export class Outbox {
  private readonly slots = new Map<string, PushSlot>();

  constructor(private readonly parts: OutboxParts) {}

  /** Sends a push to every subscribed phone. */
  sendToAll(mailing: Mailing): void {
    for (const device of this.parts.devices.list) {
      if (device.subscription !== undefined) this.sendTo(device, mailing, {});
    }
  }

  /**
   * Replaces a push on each phone that received it. `isLast` means that no further replacement
   * follows.
   */
  replace(mailing: Mailing, isLast: boolean): void {
    for (const [name, slot] of this.slots) {
      const [device = '', tag] = splitName(name);
      if (tag !== mailing.tag) continue;
      slot.stop.abort();
      const isFirst = slot.next === undefined;
      slot.next = { mailing, isLast };
      if (isFirst) void slot.done.then((isAccepted) => this.sendNext(device, slot, isAccepted));
    }
  }

  /** Sends a test push; returns its id. */
  test(device: Device, text: Mailing['text']): string {
    return this.sendTo(device, { tag: 'test', text, sessions: [] }, { lifeMs: testLifeMs });
  }

  /** Aborts all remaining attempts to send. */
  dispose(): void {
    for (const { stop } of this.slots.values()) stop.abort();
    this.slots.clear();
  }

  private sendNext(device: string, slot: PushSlot, isAccepted: boolean): void {
    const { next } = slot;
    if (next === undefined) return;
    const name = `${device} ${next.mailing.tag}`;
    if (this.slots.get(name) !== slot) return; // A new push with the tag replaced it.
    this.slots.delete(name);
    const now = this.parts.devices.get(device);
    if (!isAccepted || now?.subscription === undefined) return;
    this.sendTo(now, next.mailing, { isFollowUp: true });
    const last = this.slots.get(name);
    if (!next.isLast) return;
    void last?.done.then(() => {
      if (this.slots.get(name) === last) this.slots.delete(name);
    });
  }

  private sendTo(
    device: Device,
    { tag, text, session, sessions }: Mailing,
    { isFollowUp = false, lifeMs = defaultLifeMs },
  ): string {
    const { page, badge, progress, speech } = this.parts;
    const at = session === undefined ? '' : `#session=${encodeURIComponent(session)}`;
    const navigate = `${page()}${at}`;
    const push = pushMessage(text(speech(device)), { tag, navigate, badge: badge() });
    const { id } = push;
    progress.begin({ id, device: device.id, sessions, isFollowUp });
    const name = `${device.id} ${tag}`;
    const before = this.slots.get(name);
    before?.stop.abort();
    const stop = new AbortController();
    // The phone shows the push that arrives last, so the previous push must have been accepted or
    // have failed.
    const done = Promise.resolve(before?.done).then(() =>
      this.send(device, id, { message: push.message, lifeMs, signal: stop.signal }),
    );
    this.slots.set(name, { stop, done });
    return id;
  }

  private async send(
    { id: device, name, subscription }: Device,
    id: string,
    order: Pick<Parameters<Pusher['push']>[0], 'message' | 'lifeMs' | 'signal'>,
  ): Promise<boolean> {
    const { progress, onGone, log, devices } = this.parts;
    const pusher = this.parts.pusher();
    if (pusher === undefined || subscription === undefined) {
      progress.failed(id, message('This computer can’t send notifications right now.'));
      return false;
    }
    const outcome = await pusher.push({ subscription, ...order });
    switch (outcome.kind) {
      case 'accepted':
        progress.accepted(id);
        return true;
      case 'gone':
        progress.failed(
          id,
          message('The phone no longer takes notifications. Open its page once.'),
        );
        // The phone may have sent a new subscription meanwhile.
        if (devices.get(device)?.subscription?.endpoint === subscription.endpoint) onGone(device);
        return false;
      case 'failed':
        progress.failed(id, outcome.detail);
        log.warn(`A notification did not reach ${name}: ${outcome.detail} (${outcome.why})`);
        return false;
      case 'calledOff':
        progress.failed(id, message('It was answered before the notification went out.'));
        return false;
    }
  }
}

function splitName(name: string): readonly [string | undefined, string] {
  const at = name.indexOf(' ');
  return [name.slice(0, at), name.slice(at + 1)];
}
