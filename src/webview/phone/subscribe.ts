import { fromBase64Url } from '../../shared/channel/bytes';
import type { FromPhone, ToPhone } from '../../shared/phone/phoneMessages';
import { t } from '../../shared/words/l10n';
import type { PhoneStore } from './keep/kept';
import { pushKeyName } from './keep/pushKey';
import type { PhoneState } from './model';
import { subscriptionOf } from './subscription';

type Welcome = Extract<ToPhone, { readonly type: 'welcome' }>;

export interface NotificationsParts {
  /** Sends a message; false if the phone is not connected. */
  readonly send: (message: FromPhone) => boolean;
  readonly onChange: (change: Pick<PhoneState, 'notifications'>) => void;
  readonly say: (problem: string) => void;
  /** True if only an app on the Home Screen can have notifications here. */
  readonly installFirst: () => boolean;
  readonly kept: () => Promise<PhoneStore>;
}

/** Push notifications of this phone: the browser's permission, and the subscription. */
export class Notifications {
  private pushKey: string | undefined;
  private isSubscribed = false;
  /** Serializes changes of the subscription. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: NotificationsParts) {}

  /** Reports the current state of notifications. */
  reportState(): void {
    this.parts.onChange({ notifications: this.state() });
  }

  /**
   * Compares the hub's state of the subscription with this phone's. If the person allowed
   * notifications and the subscription has expired or has a different key, this phone subscribes
   * again without asking.
   */
  compareSubscription({ pushKey, isSubscribed }: Welcome): void {
    this.pushKey = pushKey;
    this.isSubscribed = isSubscribed;
    this.reportState();
    if (pushKey === undefined || !supportsPush() || Notification.permission !== 'granted') return;
    void this.enqueue(async () => {
      if (await this.isOn()) await this.subscribe(pushKey);
    });
  }

  /** Asks for permission, which requires a preceding tap, and subscribes. */
  async enable(): Promise<void> {
    const { pushKey } = this;
    if (!supportsPush() || pushKey === undefined) return this.reportState();
    // Must come first: browsers ask only while handling the tap.
    const permission = await Notification.requestPermission();
    if (permission === 'granted') await this.enqueue(() => this.subscribe(pushKey));
    this.reportState();
  }

  /** Cancels the subscription and deletes the stored push key. */
  async unsubscribe(): Promise<void> {
    this.isSubscribed = false;
    await (await this.parts.kept()).delete(pushKeyName);
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    this.reportState();
  }

  /** True if the person enabled notifications and has not disabled them since. */
  private async isOn(): Promise<boolean> {
    return (await (await this.parts.kept()).get(pushKeyName)) !== undefined;
  }

  private async subscribe(pushKey: string): Promise<void> {
    const key = fromBase64Url(pushKey);
    if (key === undefined) return;
    const kept = await this.parts.kept();
    const { pushManager } = await navigator.serviceWorker.ready;
    const existing = await pushManager.getSubscription();
    const isForIt = (await kept.get(pushKeyName)) === pushKey;
    // The browser keeps a subscription that the push service has expired, and would return it
    // again.
    if (existing !== null && (!isForIt || !this.isSubscribed)) await existing.unsubscribe();
    const created = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    await kept.set(pushKeyName, pushKey);
    const subscription = subscriptionOf(created, navigator.language);
    this.isSubscribed = this.parts.send({ type: 'subscribe', subscription });
    if (!this.isSubscribed) {
      this.parts.say(t('Not sent: this phone is not connected to the computer.'));
    }
  }

  private enqueue(act: () => Promise<void>): Promise<void> {
    this.last = this.last.then(act).catch(() => {
      this.parts.say(t('The browser could not switch notifications on. Try again in a minute.'));
    });
    return this.last.then(() => this.reportState());
  }

  private state(): PhoneState['notifications'] {
    if (this.parts.installFirst()) return 'installFirst';
    if (!supportsPush() || this.pushKey === undefined) return 'unsupported';
    const { permission } = Notification;
    if (permission === 'default') return 'ask';
    if (permission === 'denied') return 'denied';
    return this.isSubscribed ? 'on' : 'off';
  }
}

function supportsPush(): boolean {
  return (
    'serviceWorker' in navigator && 'PushManager' in window && typeof Notification === 'function'
  );
}
