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
  readonly showProblem: (problem: string) => void;
  /** True if only an app on the Home Screen can have notifications here. */
  readonly installFirst: () => boolean;
  readonly store: () => Promise<PhoneStore>;
}

/** Push notifications of this phone: the browser's permission, and the subscription. */
export class Notifications {
  private pushKey: string | undefined;
  private isSubscribed = false;
  /** Resolves after the last change of the subscription, because changes run one after another. */
  private queue: Promise<void> = Promise.resolve();

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
    await (await this.parts.store()).delete(pushKeyName);
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    this.reportState();
  }

  /** True if the person enabled notifications and has not disabled them since. */
  private async isOn(): Promise<boolean> {
    return (await (await this.parts.store()).get(pushKeyName)) !== undefined;
  }

  private async subscribe(pushKey: string): Promise<void> {
    const key = fromBase64Url(pushKey);
    if (key === undefined) return;
    const store = await this.parts.store();
    const { pushManager } = await navigator.serviceWorker.ready;
    const existing = await pushManager.getSubscription();
    const hasSameKey = (await store.get(pushKeyName)) === pushKey;
    // The browser keeps a subscription that the push service has expired, and would return it
    // again.
    if (existing !== null && (!hasSameKey || !this.isSubscribed)) await existing.unsubscribe();
    const created = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    await store.set(pushKeyName, pushKey);
    const subscription = subscriptionOf(created, navigator.language);
    this.isSubscribed = this.parts.send({ type: 'subscribe', subscription });
    if (!this.isSubscribed) {
      this.parts.showProblem(t('Not sent: this phone is not connected to the computer.'));
    }
  }

  private enqueue(change: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(change).catch(() => {
      this.parts.showProblem(
        t('The browser could not switch notifications on. Try again in a minute.'),
      );
    });
    return this.queue.then(() => this.reportState());
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
