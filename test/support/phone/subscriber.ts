import { createECDH, randomBytes } from 'node:crypto';
import { decrypt } from 'http_ece';
import { newSigningKeys, signature, type KeyPair } from '../../../src/shared/channel/keys';
import { toBase64Url, utf8 } from '../../../src/shared/channel/bytes';
import type { PushSubscription } from '../../../src/shared/phone/phoneMessages';
import type { PushMessage } from '../../../src/shared/phone/pushMessage';
import { receiptText, type UnsignedReceipt } from '../../../src/shared/phone/receiptText';
import type { PushService } from './pushService';

/** A browser's part in pushes, without the browser. */
export class Subscriber {
  private readonly keys = createECDH('prime256v1');
  private readonly auth = randomBytes(16).toString('base64url');
  readonly channel = randomBytes(8).toString('hex');
  readonly subscription: PushSubscription;

  constructor(endpoint: (channel: string) => string) {
    this.subscription = {
      endpoint: endpoint(this.channel),
      p256dh: this.keys.generateKeys().toString('base64url'),
      auth: this.auth,
    };
  }

  static at(service: PushService): Subscriber {
    return new Subscriber((channel) => service.endpointOf(channel));
  }

  /** Decrypts a message to this subscription, by an independent implementation. */
  open(body: Buffer): string {
    const keys = { privateKey: this.keys, authSecret: this.auth };
    return decrypt(body, { version: 'aes128gcm', ...keys }).toString('utf8');
  }

  /** All messages that the service received for it. */
  messages(service: PushService): PushMessage[] {
    return service.taken
      .filter(({ channel }) => channel === this.channel)
      .map(({ body }) => JSON.parse(this.open(body)) as PushMessage);
  }
}

/** The signed receipt that a service worker sends for a push. */
export async function signedReceipt(receipt: UnsignedReceipt, signing?: KeyPair): Promise<object> {
  const { privateKey } = signing ?? (await newSigningKeys());
  const signed = await signature(privateKey, utf8(receiptText(receipt)));
  return { ...receipt, signature: toBase64Url(signed) };
}
