import type { Device, Devices } from '../../../src/extension/hub/phone/devices';
import type { PushOrder, PushOutcome } from '../../../src/extension/hub/phone/push/pusher';
import { savedResult } from '../../../src/extension/util/files/savedResult';
import type { StoryStage } from './storyStage';

/** The phones of a story, their push service and their settings. */
export class StoryPhones {
  private readonly phones = new Map<string, Device>();
  private service: 'quick' | 'slow' | 'down' | 'gone' = 'quick';

  constructor(private readonly stage: StoryStage) {
    for (const id of stage.phoneIds) this.pair(id, true);
  }

  get devices(): Pick<Devices, 'get' | 'list' | 'subscribe'> {
    const { phones } = this;
    return {
      get: (id) => phones.get(id),
      get list() {
        return [...phones.values()];
      },
      subscribe: async (id) => {
        this.pair(id, false);
        return savedResult;
      },
    };
  }

  pair(id: string, isSubscribed: boolean): void {
    const name = id.charAt(0);
    const subscription = {
      endpoint: `https://push.test/${name}`,
      p256dh: 'p',
      auth: 'a',
    };
    const device = { id, name, ...(isSubscribed && { subscription }) };
    this.phones.set(id, device as Device);
  }

  /** Subscribes a phone, or unsubscribes it if both phones are subscribed. */
  subscribe(id: string): void {
    const isSubscribed = [...this.phones.values()].every(({ subscription }) => subscription);
    this.stage.note(`phone ${id.charAt(0)} ${isSubscribed ? 'unsubscribes' : 'subscribes'}`);
    this.pair(id, !isSubscribed);
  }

  serve(): void {
    this.service = this.stage.oneOf([
      'quick',
      'quick',
      'quick',
      'slow',
      'slow',
      'down',
      'gone',
    ] as const);
    this.stage.note(`the push service is ${this.service}`);
  }

  async setSettings(pushAfterSeconds: number, pushText: boolean): Promise<void> {
    this.stage.note(
      `phones are called after ${pushAfterSeconds} s${pushText ? ', with the request' : ''}`,
    );
    const settings = { pushAfterSeconds, pushText, pingUrl: '' };
    await this.stage.hub.pushes.calls.setPhoneSettings(settings, undefined);
  }

  async push({ subscription, message, signal }: PushOrder): Promise<PushOutcome> {
    const { endpoint } = subscription;
    const { notification, app_badge: badge } = message;
    const { title, body, tag, navigate, silent } = notification;
    const name = endpoint.slice(-1);
    if (signal.aborted) {
      this.stage.noteCall(`phone ${name} is not called any more: ${tag}`);
      return { kind: 'calledOff' };
    }
    const text = [tag, title, body.replaceAll('\n', ' / '), navigate.split('#')[1] ?? ''].join(
      ' | ',
    );
    const how = silent === true ? 'is told' : 'rings';
    this.stage.noteCall(`phone ${name} ${how}: ${text} | ${badge ?? ''} (${this.service})`);
    const { service } = this;
    await this.stage.clock.delay(service === 'slow' ? 4_000 : 80);
    if (service === 'down') return { kind: 'failed', detail: 'It is down.', why: 503 };
    return { kind: service === 'gone' ? 'gone' : 'accepted' };
  }
}
