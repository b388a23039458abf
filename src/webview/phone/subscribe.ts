import { fromBase64Url } from '../../shared/channel/bytes';
import type { FromPhone, ToPhone } from '../../shared/phone/phoneMessages';
import { t } from '../../shared/words/l10n';
import type { PhoneStore } from './keep/kept';
import { pushKeyName } from './keep/pushKey';
import type { PhoneState } from './model';
import { subscriptionOf } from './subscription';

type Welcome = Extract<ToPhone, { readonly type: 'welcome' }>;

export interface NotificationsParts {
  /** False where the phone is not connected. */
  readonly send: (message: FromPhone) => boolean;
  readonly onChange: (change: Pick<PhoneState, 'notifications'>) => void;
  readonly say: (problem: string) => void;
  /** Whether only the app on the Home Screen could have notifications here. */
  readonly installFirst: () => boolean;
  readonly kept: () => Promise<PhoneStore>;
}

/** The pushes to this phone: what the browser allows, and the subscription. */
export class Notifications {
  private pushKey: string | undefined;
  private isSubscribed = false;
  /** One change of the subscription after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: NotificationsParts) {}

  /** Tells what is possible now. */
  look(): void {
    this.parts.onChange({ notifications: this.state() });
  }

  /**
   * Takes what the hub knows of the subscription. Where the person allowed notifications and the
   * subscription is over, or is for another key, this phone subscribes anew without asking.
   */
  welcome({ pushKey, isSubscribed }: Welcome): void {
    this.pushKey = pushKey;
    this.isSubscribed = isSubscribed;
    this.look();
    if (pushKey === undefined || !isPossible() || Notification.permission !== 'granted') return;
    void this.inTurn(async () => {
      if (await this.isOn()) await this.subscribe(pushKey);
    });
  }

  /** Asks the person, who has to have tapped, and subscribes. */
  async enable(): Promise<void> {
    const { pushKey } = this;
    if (!isPossible() || pushKey === undefined) return this.look();
    // First of all: a browser asks only while it knows of the tap.
    const permission = await Notification.requestPermission();
    if (permission === 'granted') await this.inTurn(() => this.subscribe(pushKey));
    this.look();
  }

  /** Ends the pushes to this phone. */
  async forget(): Promise<void> {
    this.isSubscribed = false;
    await (await this.parts.kept()).delete(pushKeyName);
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    this.look();
  }

  /** Whether the person switched notifications on once, and not off since. */
  private async isOn(): Promise<boolean> {
    return (await (await this.parts.kept()).get(pushKeyName)) !== undefined;
  }

  private async subscribe(pushKey: string): Promise<void> {
    const key = fromBase64Url(pushKey);
    if (key === undefined) return;
    const kept = await this.parts.kept();
    const { pushManager } = await navigator.serviceWorker.ready;
    const there = await pushManager.getSubscription();
    const isForIt = (await kept.get(pushKeyName)) === pushKey;
    // What the service said to be over stays with the browser, which would give it again.
    if (there !== null && (!isForIt || !this.isSubscribed)) await there.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await kept.set(pushKeyName, pushKey);
    const subscription = subscriptionOf(made, navigator.language);
    this.isSubscribed = this.parts.send({ type: 'subscribe', subscription });
    if (!this.isSubscribed) {
      this.parts.say(t('Not sent: this phone is not connected to the computer.'));
    }
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    this.last = this.last.then(act).catch(() => {
      this.parts.say(t('The browser could not switch notifications on. Try again in a minute.'));
    });
    return this.last.then(() => this.look());
  }

  private state(): PhoneState['notifications'] {
    if (this.parts.installFirst()) return 'installFirst';
    if (!isPossible() || this.pushKey === undefined) return 'unsupported';
    const { permission } = Notification;
    if (permission === 'default') return 'ask';
    if (permission === 'denied') return 'denied';
    return this.isSubscribed ? 'on' : 'off';
  }
}

function isPossible(): boolean {
  return (
    'serviceWorker' in navigator && 'PushManager' in window && typeof Notification === 'function'
  );
}
