import { fromBase64Url, toBase64Url } from '../../shared/channel/bytes';
import type { FromPhone, ToPhone } from '../../shared/phone/phoneMessages';
import { t } from '../../shared/words/l10n';
import type { PhoneState } from './model';
import { installFirst } from './pairing/installFirst';
import { PhoneProblem } from './pairing/problem';

type Welcome = Extract<ToPhone, { readonly type: 'welcome' }>;

export interface NotificationsParts {
  /** False where the phone is not connected. */
  readonly send: (message: FromPhone) => boolean;
  readonly onChange: (change: Pick<PhoneState, 'notifications'>) => void;
  readonly say: (problem: string) => void;
}

/** The pushes to this phone: what the browser allows, and the subscription. */
export class Notifications {
  private pushKey: string | undefined;
  private isSubscribed = false;

  constructor(private readonly parts: NotificationsParts) {}

  /** Tells what is possible now. */
  look(): void {
    this.parts.onChange({ notifications: this.state() });
  }

  welcome({ pushKey, isSubscribed }: Welcome): void {
    this.pushKey = pushKey;
    this.isSubscribed = isSubscribed;
    this.look();
  }

  /** Asks the person, who has to have tapped, and subscribes. */
  async enable(): Promise<void> {
    try {
      await this.subscribe();
    } catch (error) {
      this.parts.say(
        error instanceof PhoneProblem
          ? error.message
          : t('The browser could not switch notifications on. Try again in a minute.'),
      );
    }
    this.look();
  }

  /** Ends the pushes to this phone. */
  async forget(): Promise<void> {
    this.isSubscribed = false;
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
    this.look();
  }

  private async subscribe(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return;
    const key = fromBase64Url(this.pushKey ?? '');
    if (this.pushKey === undefined || key === undefined) return;
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe(); // It may be for another key.
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const part = (name: PushEncryptionKeyName): string =>
      toBase64Url(new Uint8Array(made.getKey(name) ?? []));
    const subscription = {
      endpoint: made.endpoint,
      p256dh: part('p256dh'),
      auth: part('auth'),
    };
    this.isSubscribed = this.parts.send({ type: 'subscribe', subscription });
    if (!this.isSubscribed) {
      throw new PhoneProblem(t('Not sent: this phone is not connected to the computer.'));
    }
  }

  private state(): PhoneState['notifications'] {
    if (installFirst()) return 'installFirst';
    const isPossible =
      'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    if (!isPossible || this.pushKey === undefined) return 'unsupported';
    const { permission } = Notification;
    if (permission === 'default') return 'ask';
    if (permission === 'denied') return 'denied';
    return this.isSubscribed ? 'on' : 'off';
  }
}
