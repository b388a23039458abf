/** A key whose value only the platform's cryptography can read. */
export interface CryptoKeyHandle {
  readonly extractable: boolean;
}

interface KeyPairHandle {
  readonly publicKey: CryptoKeyHandle;
  readonly privateKey: CryptoKeyHandle;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The part of WebCrypto that browsers and Node share and that is used here, declared because this
 * folder is compiled without the types of either.
 */
interface WebCrypto {
  getRandomValues(bytes: Bytes): Bytes;
  readonly subtle: {
    digest(hash: 'SHA-256', data: Bytes): Promise<ArrayBuffer>;
    generateKey(
      algorithm: { readonly name: string; readonly namedCurve: 'P-256' },
      extractable: boolean,
      usages: readonly string[],
    ): Promise<KeyPairHandle>;
    importKey(
      format: 'raw' | 'pkcs8',
      data: Bytes,
      algorithm: string | { readonly name: string; readonly namedCurve?: 'P-256' },
      extractable: boolean,
      usages: readonly string[],
    ): Promise<CryptoKeyHandle>;
    exportKey(format: 'raw' | 'pkcs8', key: CryptoKeyHandle): Promise<ArrayBuffer>;
    deriveBits(algorithm: object, key: CryptoKeyHandle, bits: number): Promise<ArrayBuffer>;
    encrypt(algorithm: object, key: CryptoKeyHandle, data: Bytes): Promise<ArrayBuffer>;
    decrypt(algorithm: object, key: CryptoKeyHandle, data: Bytes): Promise<ArrayBuffer>;
    sign(algorithm: object, key: CryptoKeyHandle, data: Bytes): Promise<ArrayBuffer>;
  };
}

declare const crypto: WebCrypto;

export const { subtle } = crypto;

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}
