import { message, type Speech } from '../../../../shared/words/l10n';
import type { Log } from '../../../util/log';
import type { Device, Devices } from '../devices';
import type { PushProgress } from './pushProgress';
import type { Pusher } from './pusher';
import { pushMessage, type PushText } from './pushTexts';

/**
 * Time in ms for which the push service keeps a push for a phone that is off: a request stays open
 * as long as its session.
 */
const usualLifeMs = 12 * 60 * 60_000;
/** Time in ms for which the push service keeps a test. */
const testLifeMs = 60_000;

export interface OutboxParts {
  readonly devices: Pick<Devices, 'get' | 'list' | 'subscribe'>;
  readonly progress: PushProgress;
  readonly pusher: () => Pusher | undefined;
  /** Returns the page's address, as a phone reaches it. */
  readonly page: () => string;
  /** Returns the number of sessions that need a person. */
  readonly badge: () => number;
  /** Called when the push service reports that a phone's subscription has ended. */
  readonly onGone: (device: string) => void;
  /** Returns the language of a phone. */
  readonly speech: (device: Device) => Speech;
  readonly log: Log;
}

export interface Mailing {
  readonly tag: string;
  readonly text: (speech: Speech) => PushText;
  readonly sessions: readonly string[];
  /** The session whose card the push opens; absent for several sessions. */
  readonly session?: string;
}

/** The current or last push with one tag to one phone. */
interface Line {
  /** Aborts the remaining attempts. */
  readonly stop: AbortController;
  /** Resolves with true if the push service accepted the push. */
  readonly done: Promise<boolean>;
  /** Follow-up that is sent once `done` is known. */
  next?: { readonly mailing: Mailing; readonly isLast: boolean };
}

/**
 * Sends pushes to phones: those with the same tag one after the other, and a newer one replaces one
 * that still waits.
 */
export class Outbox {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly parts: OutboxParts) {}

  /** Sends a push to every subscribed phone. */
  tellAll(mailing: Mailing): void {
    for (const device of this.parts.devices.list) {
      if (device.subscription !== undefined) this.tell(device, mailing, {});
    }
  }

  /** Replaces a push on each phone that received it. `isLast`: no further replacement follows. */
  replace(mailing: Mailing, isLast: boolean): void {
    for (const [name, line] of this.lines) {
      const [device = '', tag] = split(name);
      if (tag !== mailing.tag) continue;
      line.stop.abort();
      const isFirst = line.next === undefined;
      line.next = { mailing, isLast };
      if (isFirst) void line.done.then((isTold) => this.follow(device, line, isTold));
    }
  }

  /** Sends a test; returns its id. */
  test(device: Device, text: Mailing['text']): string {
    return this.tell(device, { tag: 'test', text, sessions: [] }, { lifeMs: testLifeMs });
  }

  /** Aborts all remaining attempts. */
  dispose(): void {
    for (const { stop } of this.lines.values()) stop.abort();
    this.lines.clear();
  }

  private follow(device: string, line: Line, isTold: boolean): void {
    const { next } = line;
    if (next === undefined) return;
    const name = `${device} ${next.mailing.tag}`;
    if (this.lines.get(name) !== line) return; // A new push with the tag replaced it.
    this.lines.delete(name);
    const now = this.parts.devices.get(device);
    if (!isTold || now?.subscription === undefined) return;
    this.tell(now, next.mailing, { isFollowUp: true });
    const last = this.lines.get(name);
    if (!next.isLast) return;
    void last?.done.then(() => {
      if (this.lines.get(name) === last) this.lines.delete(name);
    });
  }

  private tell(
    device: Device,
    { tag, text, session, sessions }: Mailing,
    { isFollowUp = false, lifeMs = usualLifeMs },
  ): string {
    const { page, badge, progress, speech } = this.parts;
    const at = session === undefined ? '' : `#session=${encodeURIComponent(session)}`;
    const navigate = `${page()}${at}`;
    const push = pushMessage(text(speech(device)), { tag, navigate, badge: badge() });
    const { id } = push;
    progress.begin({ id, device: device.id, sessions, isFollowUp });
    const name = `${device.id} ${tag}`;
    const before = this.lines.get(name);
    before?.stop.abort();
    const stop = new AbortController();
    // The push service shows the push that it gets last, so the previous one must have arrived or
    // been given up.
    const done = Promise.resolve(before?.done).then(() =>
      this.send(device, id, { message: push.message, lifeMs, signal: stop.signal }),
    );
    this.lines.set(name, { stop, done });
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
        // The phone may have a new subscription meanwhile.
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

function split(name: string): readonly [string | undefined, string] {
  const at = name.indexOf(' ');
  return [name.slice(0, at), name.slice(at + 1)];
}
