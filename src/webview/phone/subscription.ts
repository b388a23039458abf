import { toBase64Url } from '../../shared/channel/bytes';
import type { PushSubscription as Told } from '../../shared/phone/phoneMessages';

/** The part of a browser's subscription that is used here, the same in page and worker. */
interface BrowserSubscription {
  readonly endpoint: string;
  getKey(name: 'p256dh' | 'auth'): ArrayBuffer | null;
}

/** A subscription in the format of the hub. */
export function subscriptionOf(subscription: BrowserSubscription, language: string): Told {
  const encodedKey = (name: 'p256dh' | 'auth'): string =>
    toBase64Url(new Uint8Array(subscription.getKey(name) ?? new ArrayBuffer(0)));
  return {
    endpoint: subscription.endpoint,
    p256dh: encodedKey('p256dh'),
    auth: encodedKey('auth'),
    language: language.slice(0, 40),
  };
}
