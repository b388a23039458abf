import { compareKeys, type KeyStatus } from '../util/keys/compareKeys';
import type {
  ConnectPhone,
  PhoneDevice,
  PhoneScope,
  PhonesNews,
  SessionPush,
  VouchedPhone,
} from '../../shared/protocol/phones';
import type { EditorKeys } from '../util/keys/editorKeys';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Calls } from './hubClient';

/** A phone identified by its keys, so that the decision cannot apply to a different phone. */
export type PhoneWithKeys = Pick<PhoneDevice, 'signingKey' | 'agreementKey'> & {
  readonly device: string;
};

export interface WindowPhonesParts {
  readonly keys: Pick<EditorKeys, 'storePhone' | 'deletePhone' | 'removePhone' | 'phones'>;
  readonly hub: Calls<
    'listenForPhones' | 'connectPhone' | 'endPairing' | 'judgePhone' | 'removePhone' | 'testPush'
  >;
  /** Called when a phone was accepted: this window's hub must learn its keys. */
  readonly onAccepted: () => void;
}

/**
 * The hub's latest list of phones and the calls that concern them; each call rejects with an error
 * to show.
 */
export class WindowPhones implements Disposable {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private readonly pushChanges = new Emitter<void>();
  readonly onDidChangePushes = this.pushChanges.event;
  private latestNews: PhonesNews | undefined;
  private latestPushes: readonly SessionPush[] = [];
  /** Ids of removed phones that this editor has already processed. */
  private readonly removed = new Set<string>();
  /** Phones that were accepted in this editor, by id; undefined until they were read. */
  private accepted: ReadonlyMap<string, VouchedPhone> | undefined;

  constructor(private readonly parts: WindowPhonesParts) {}

  /** The hub's latest list of phones; undefined while no hub is followed. */
  get news(): PhonesNews | undefined {
    return this.latestNews;
  }

  /** Delivery state of the push notifications; the same array until it changes. */
  get pushes(): readonly SessionPush[] {
    return this.latestPushes;
  }

  onHubGone(): void {
    if (this.latestNews === undefined) return;
    this.latestNews = undefined;
    this.updatePushes([]);
    this.changes.fire();
  }

  receive(news: PhonesNews): void {
    const previous = this.latestNews?.devices ?? [];
    this.latestNews = news;
    this.updatePushes(news.pushes ?? []);
    // A phone that is no longer listed has expired, or was removed by a hub that does not report
    // removals.
    for (const { id } of previous) {
      if (!news.devices.some((one) => one.id === id)) void this.parts.keys.deletePhone(id);
    }
    void this.deleteRemoved(news.removed ?? []);
    this.changes.fire();
    if (news.devices.length > 0) void this.readAccepted();
  }

  /** How the listed keys of a phone compare with the ones that this editor knows. */
  standingOf(device: Pick<PhoneDevice, 'id' | 'signingKey' | 'agreementKey'>): KeyStatus {
    return compareKeys(this.accepted?.get(device.id), device);
  }

  /** Starts only the listener and settles with its port, so that its address can be requested. */
  async listen(): Promise<number> {
    return (await this.parts.hub.call('listenForPhones', {})).port;
  }

  connect(wanted: ConnectPhone): Promise<void> {
    return this.parts.hub.call('connectPhone', wanted);
  }

  endPairing(): Promise<void> {
    return this.parts.hub.call('endPairing', {});
  }

  /**
   * Sets what a phone may do. Its keys are stored for later hubs if a person has verified them;
   * `isCompared` means that the phone's code was compared just now.
   */
  async setScope(
    phone: PhoneWithKeys,
    verdict: PhoneScope | 'refuse',
    isCompared: boolean,
  ): Promise<void> {
    const { keys, hub, onAccepted } = this.parts;
    const { device: id, signingKey, agreementKey } = phone;
    const previous = (await keys.phones()).find((one) => one.id === id);
    const isVerified = isCompared || compareKeys(previous, phone) === 'vouched';
    const isStored = isVerified && verdict !== 'refuse';
    if (isStored) await keys.storePhone({ id, signingKey, agreementKey, scope: verdict });
    try {
      await hub.call('judgePhone', { device: id, signingKey, agreementKey, verdict });
    } catch (error) {
      // A revoked permission stays revoked even if the hub could not save that.
      const isRevocation = verdict === 'watch' && previous !== undefined;
      if (isStored && !isRevocation)
        await (previous === undefined ? keys.deletePhone(id) : keys.storePhone(previous));
      throw error;
    }
    if (!isStored) return;
    onAccepted();
    await this.readAccepted();
  }

  /**
   * Removes the phone at once. Its keys are deleted first, since the hub may end before it reports
   * the removal.
   */
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

  /**
   * Deletes the keys of removed phones, including those that were removed while this editor was
   * closed.
   */
  private async deleteRemoved(removed: readonly string[]): Promise<void> {
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

  private updatePushes(pushes: readonly SessionPush[]): void {
    if (JSON.stringify(pushes) === JSON.stringify(this.latestPushes)) return;
    this.latestPushes = pushes;
    this.pushChanges.fire();
  }
}
