import { keyStanding, type KeyStanding } from '../util/keyStanding';
import type {
  ConnectPhone,
  PhoneDevice,
  PhoneScope,
  PhonesNews,
  SessionPush,
  VouchedPhone,
} from '../../shared/protocol/phones';
import type { EditorKeys } from '../util/editorKeys';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Calls } from './hubClient';

/** A phone as the person at the desk means it: by its keys, so that no other is judged in its place. */
export type JudgedPhone = Pick<PhoneDevice, 'signingKey' | 'agreementKey'> & {
  readonly device: string;
};

export interface WindowPhonesParts {
  readonly keys: Pick<EditorKeys, 'keepPhone' | 'forgetPhone' | 'removePhone' | 'phones'>;
  readonly hub: Calls<
    'listenForPhones' | 'connectPhone' | 'endPairing' | 'judgePhone' | 'removePhone' | 'testPush'
  >;
  /** A phone was accepted: a hub of this window has to know it. */
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
  /** Ids of removed phones that this editor was told of. */
  private readonly removed = new Set<string>();
  /** The phones that were accepted in this editor, by id; undefined until that was read. */
  private accepted: ReadonlyMap<string, VouchedPhone> | undefined;

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
    // Forgotten after a long time, or removed by a hub that does not tell which were.
    for (const { id } of before) {
      if (!news.devices.some((one) => one.id === id)) void this.parts.keys.forgetPhone(id);
    }
    void this.noteRemoved(news.removed ?? []);
    this.changes.fire();
    if (news.devices.length > 0) void this.readAccepted();
  }

  /** What this editor knows of the keys that a phone is listed with. */
  standingOf(device: Pick<PhoneDevice, 'id' | 'signingKey' | 'agreementKey'>): KeyStanding {
    return keyStanding(this.accepted?.get(device.id), device);
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

  /**
   * Says what a phone may do. Its keys are kept for every later hub where they were shown to a person:
   * `isCompared` tells that the code of the phone was compared just now.
   */
  async judge(
    phone: JudgedPhone,
    verdict: PhoneScope | 'refuse',
    isCompared: boolean,
  ): Promise<void> {
    const { keys, hub, onAccepted } = this.parts;
    const { device: id, signingKey, agreementKey } = phone;
    const before = (await keys.phones()).find((one) => one.id === id);
    const isShown = isCompared || keyStanding(before, phone) === 'vouched';
    const isKept = isShown && verdict !== 'refuse';
    if (isKept) await keys.keepPhone({ id, signingKey, agreementKey, scope: verdict });
    try {
      await hub.call('judgePhone', { device: id, signingKey, agreementKey, verdict });
    } catch (error) {
      // A right that was taken away is not given back because the hub could not keep that.
      const isTaken = verdict === 'watch' && before !== undefined;
      if (isKept && !isTaken)
        await (before === undefined ? keys.forgetPhone(id) : keys.keepPhone(before));
      throw error;
    }
    if (!isKept) return;
    onAccepted();
    await this.readAccepted();
  }

  /** Ends the phone at once. Its keys go first: the hub may end before it tells that the phone is gone. */
  async remove(device: string): Promise<void> {
    await this.parts.keys.removePhone(device);
    await this.parts.hub.call('removePhone', { device });
  }

  testPush(device: string): Promise<void> {
    return this.parts.hub.call('testPush', { device });
  }

  dispose(): void {
    this.changes.dispose();
    this.pushChanges.dispose();
  }

  /** Also what was removed while this editor was closed: it vouches for none of these any more. */
  private async noteRemoved(removed: readonly string[]): Promise<void> {
    for (const id of removed) {
      if (this.removed.has(id)) continue;
      this.removed.add(id);
      await this.parts.keys.removePhone(id);
    }
  }

  private async readAccepted(): Promise<void> {
    const accepted = await this.parts.keys.phones();
    const isSame =
      JSON.stringify(accepted) === JSON.stringify([...(this.accepted?.values() ?? [])]);
    if (isSame && this.accepted !== undefined) return;
    this.accepted = new Map(accepted.map((phone) => [phone.id, phone]));
    this.changes.fire();
  }

  private call(pushes: readonly SessionPush[]): void {
    if (JSON.stringify(pushes) === JSON.stringify(this.called)) return;
    this.called = pushes;
    this.pushChanges.fire();
  }
}
