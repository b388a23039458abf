import { bytesOf, concatenate, utf8, type Bytes } from './bytes';
import { subtle, type CryptoKeyHandle } from './webCrypto';

/** Number of bytes by which a sealed text is longer than its plaintext. */
export const tagLength = 16;

export async function sha256(data: Bytes): Promise<Bytes> {
  return bytesOf(await subtle.digest('SHA-256', data));
}

/** The HKDF of Noise with SHA-256; derives `count` keys of 32 bytes. */
async function deriveKeys(salt: Bytes, secret: Bytes, count: 2 | 3): Promise<readonly Bytes[]> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array() };
  const all = bytesOf(await subtle.deriveBits(algorithm, key, count * 256));
  return Array.from({ length: count }, (_, index) => all.slice(index * 32, index * 32 + 32));
}

/**
 * AES-256-GCM under one key with a counter as nonce, so that no nonce is used twice under the key.
 */
export class Cipher {
  private count = 0;

  private constructor(private readonly key: CryptoKeyHandle) {}

  static async of(key: Bytes): Promise<Cipher> {
    return new Cipher(await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']));
  }

  async seal(plain: Bytes, associatedData: Bytes): Promise<Bytes> {
    return bytesOf(await subtle.encrypt(this.next(associatedData), this.key, plain));
  }

  /** Rejects if `sealed` is not the next text of the peer with this `associatedData`. */
  async open(sealed: Bytes, associatedData: Bytes): Promise<Bytes> {
    return bytesOf(await subtle.decrypt(this.next(associatedData), this.key, sealed));
  }

  private next(additionalData: Bytes): object {
    if (this.count >= 2 ** 32) throw new Error('This key has sealed as much as it may');
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setUint32(8, this.count);
    this.count += 1;
    return { name: 'AES-GCM', iv, additionalData, tagLength: tagLength * 8 };
  }
}

/**
 * The symmetric state of a Noise handshake (revision 34, 5.2): both sides mix in the same secrets
 * and every byte sent, so that they derive the same keys only if all of it is equal.
 */
export class SymmetricState {
  private cipher: Cipher | undefined;

  private constructor(
    private chainingKey: Bytes,
    private hash: Bytes,
  ) {}

  static async of(protocolName: string): Promise<SymmetricState> {
    const hash = await sha256(utf8(protocolName));
    return new SymmetricState(hash, hash);
  }

  async mixHash(data: Bytes): Promise<void> {
    this.hash = await sha256(concatenate(this.hash, data));
  }

  async mixKey(secret: Bytes): Promise<void> {
    const [chainingKey, key] = await deriveKeys(this.chainingKey, secret, 2);
    await this.setKeys(chainingKey, key);
  }

  async mixKeyAndHash(secret: Bytes): Promise<void> {
    const [chainingKey, mixed, key] = await deriveKeys(this.chainingKey, secret, 3);
    if (mixed !== undefined) await this.mixHash(mixed);
    await this.setKeys(chainingKey, key);
  }

  async seal(plain: Bytes): Promise<Bytes> {
    const sealed = await this.keyed.seal(plain, this.hash);
    await this.mixHash(sealed);
    return sealed;
  }

  async open(sealed: Bytes): Promise<Bytes> {
    const plain = await this.keyed.open(sealed, this.hash);
    await this.mixHash(sealed);
    return plain;
  }

  /** The ciphers from the initiator to the responder, and back. */
  async split(): Promise<readonly [Cipher, Cipher]> {
    const [one, other] = await deriveKeys(this.chainingKey, new Uint8Array(), 2);
    if (one === undefined || other === undefined) throw new Error('Two keys were derived');
    return [await Cipher.of(one), await Cipher.of(other)];
  }

  /** The hash of this handshake, equal on both sides. */
  get fingerprint(): Bytes {
    return this.hash;
  }

  private get keyed(): Cipher {
    if (this.cipher === undefined) throw new Error('Nothing is sealed before a key is mixed in');
    return this.cipher;
  }

  private async setKeys(chainingKey: Bytes | undefined, key: Bytes | undefined): Promise<void> {
    if (chainingKey === undefined || key === undefined)
      throw new Error('Too few keys were derived');
    this.chainingKey = chainingKey;
    this.cipher = await Cipher.of(key);
  }
}
