import type {
  ConnectPhone,
  PhoneDevice,
  PhoneScope,
  PhonesNews,
  SessionPush,
} from '../../shared/protocol/phones';
import type { EditorKeys } from '../util/editorKeys';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Calls } from './hubClient';

/** A phone as the person at the desk means it: by its key, so that no other is judged in its place. */
export type JudgedPhone = Pick<PhoneDevice, 'signingKey'> & { readonly device: string };

export interface WindowPhonesParts {
  readonly keys: Pick<EditorKeys, 'acceptPhone' | 'forgetPhone'>;
  readonly hub: Calls<
    'listenForPhones' | 'connectPhone' | 'endPairing' | 'judgePhone' | 'removePhone' | 'testPush'
  >;
  /** A key was accepted: a hub of this window has to know it. */
  readonly onAccepted: () => void;
}

/** Knows what the hub told last of phones, and makes the calls about them; each rejects with a sentence. */
export class WindowPhones implements Disposable {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private readonly pushChanges = new Emitter<void>();
  readonly onDidChangePushes = this.pushChanges.event;
  private told: PhonesNews | undefined;
  private called: readonly SessionPush[] = [];

  constructor(private readonly parts: WindowPhonesParts) {}

  /** Undefined while no hub is followed. */
  get news(): PhonesNews | undefined {
    return this.told;
  }

  /** How far the calls came; the same array until that changes. */
  get pushes(): readonly SessionPush[] {
    return this.called;
  }

  lost(): void {
    if (this.told === undefined) return;
    this.told = undefined;
    this.call([]);
    this.changes.fire();
  }

  receive(news: PhonesNews): void {
    const before = this.told?.devices ?? [];
    this.told = news;
    this.call(news.pushes ?? []);
    // Removed here or elsewhere, or forgotten after a long time.
    for (const { id, signingKey } of before) {
      if (!news.devices.some((one) => one.id === id)) void this.parts.keys.forgetPhone(signingKey);
    }
    this.changes.fire();
  }

  /** Opens the listener alone and settles with its port, so that its address can be asked for. */
  async listen(): Promise<number> {
    return (await this.parts.hub.call('listenForPhones', {})).port;
  }

  connect(way: ConnectPhone): Promise<void> {
    return this.parts.hub.call('connectPhone', way);
  }

  endPairing(): Promise<void> {
    return this.parts.hub.call('endPairing', {});
  }

  /** The key of a phone that may answer is kept for every later hub, before this one hears of it. */
  async judge(phone: JudgedPhone, verdict: PhoneScope | 'refuse'): Promise<void> {
    const { keys, hub, onAccepted } = this.parts;
    const { device, signingKey } = phone;
    const answers = verdict === 'answer';
    if (answers) {
      await keys.acceptPhone(signingKey);
      onAccepted();
    }
    try {
      await hub.call('judgePhone', { device, signingKey, verdict });
    } catch (error) {
      const isKnown = this.told?.devices.some((one) => one.signingKey === signingKey) ?? false;
      if (answers && !isKnown) await keys.forgetPhone(signingKey);
      throw error;
    }
    if (!answers) await keys.forgetPhone(signingKey);
  }

  /** Ends the phone at once. Its key is dropped when the hub tells that it is gone. */
  remove(device: string): Promise<void> {
    return this.parts.hub.call('removePhone', { device });
  }

  testPush(device: string): Promise<void> {
    return this.parts.hub.call('testPush', { device });
  }

  dispose(): void {
    this.changes.dispose();
    this.pushChanges.dispose();
  }

  private call(pushes: readonly SessionPush[]): void {
    if (JSON.stringify(pushes) === JSON.stringify(this.called)) return;
    this.called = pushes;
    this.pushChanges.fire();
  }
}
