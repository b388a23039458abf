import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../../../../shared/phone/phoneMessages';

/** Size in bytes of the single encrypted record; every push service accepts it. */
const recordSize = 4_096;
/**
 * Number of bytes around the text: salt, record size, key length and key before it, delimiter and
 * tag after it.
 */
const overhead = 16 + 4 + 1 + 65 + 1 + 16;
/** Maximum length of the text of a push, in bytes. */
export const maxPushBytes = recordSize - overhead;

/**
 * Encrypts a push for its subscriber with `aes128gcm` of RFC 8188 and the keys of RFC 8291. Throws
 * if the key of the subscription is not a point of the curve or the text is too long.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > maxPushBytes) throw new Error('The push is too long');
  const subscriberKey = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  const ownPublic = own.generateKeys();
  const shared = own.computeSecret(subscriberKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), subscriberKey, ownPublic]);
  const material = deriveKey(shared, Buffer.from(auth, 'base64url'), keyInfo, 32);
  const salt = randomBytes(16);
  const key = deriveKey(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = deriveKey(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize, 0);
  head.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([
    salt,
    head,
    ownPublic,
    cipher.update(plain),
    cipher.update(Buffer.of(2)), // Delimiter of the last record.
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function deriveKey(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
