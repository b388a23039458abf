import { message, type Speech } from '../../../../shared/words/l10n';
import type { Log } from '../../../util/log';
import type { Device, Devices } from '../devices';
import type { PushProgress } from './pushProgress';
import type { Pusher } from './pusher';
import { pushMessage, type PushText } from './pushTexts';

/** A push waits so long at its service for a phone that is off, in ms: a request waits as long as its session. */
const usualLifeMs = 12 * 60 * 60_000;
/** A test is for now, in ms. */
const testLifeMs = 60_000;

export interface OutboxParts {
  readonly devices: Pick<Devices, 'get' | 'list' | 'subscribe'>;
  readonly progress: PushProgress;
  readonly pusher: () => Pusher | undefined;
  /** Address of the page, as a phone reaches it. */
  readonly page: () => string;
  /** How many sessions need a person. */
  readonly badge: () => number;
  /** The service says that a phone's subscription is over. */
  readonly onGone: (device: string) => void;
  /** The language of a phone. */
  readonly speech: (device: Device) => Speech;
  readonly log: Log;
}

export interface Mailing {
  readonly tag: string;
  readonly text: (speech: Speech) => PushText;
  readonly sessions: readonly string[];
  /** The card that is meant; none for several. */
  readonly session?: string;
}

/** What is on its way to one phone under one tag, or was. */
interface Line {
  /** Ends the tries that are left. */
  readonly stop: AbortController;
  /** Settles with whether the service took it. */
  readonly done: Promise<boolean>;
  /** What takes its place once that is known. */
  next?: { readonly mailing: Mailing; readonly isLast: boolean };
}

/** Sends pushes to phones: of one tag one after the other, and the newest instead of one that still waits. */
export class Outbox {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly parts: OutboxParts) {}

  /** Tells every phone that has subscribed. */
  tellAll(mailing: Mailing): void {
    for (const device of this.parts.devices.list) {
      if (device.subscription !== undefined) this.tell(device, mailing, {});
    }
  }

  /** Replaces a mailing on each phone that was told of it. `isLast`: nothing more of it comes. */
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

  /** Sends a test; gives its name. */
  test(device: Device, text: Mailing['text']): string {
    return this.tell(device, { tag: 'test', text, sessions: [] }, { lifeMs: testLifeMs });
  }

  /** Nothing more is tried. */
  dispose(): void {
    for (const { stop } of this.lines.values()) stop.abort();
    this.lines.clear();
  }

  private follow(device: string, line: Line, isTold: boolean): void {
    const { next } = line;
    if (next === undefined) return;
    const name = `${device} ${next.mailing.tag}`;
    if (this.lines.get(name) !== line) return; // It calls anew.
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
    // What the service gets last counts, so that the one before has to be there or given up.
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
        // It may have subscribed anew meanwhile.
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
