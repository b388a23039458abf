declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /**
   * Decrypts a body of the coding `aes128gcm` (RFC 8188) with the keys of a subscription (RFC
   * 8291).
   */
  export function decrypt(
    body: Buffer,
    keys: {
      readonly version: 'aes128gcm';
      readonly privateKey: ECDH;
      readonly authSecret: string;
    },
  ): Buffer;
}
