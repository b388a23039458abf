import { bytesOf, type Bytes } from './bytes';
import { subtle, type CryptoKeyHandle } from './webCrypto';

/** Length of a public key: an uncompressed point of P-256. */
export const publicKeyLength = 65;

const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const;
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** An ECDH key pair for agreeing on a secret, or an ECDSA key pair for signing. */
export interface KeyPair {
  readonly privateKey: CryptoKeyHandle;
  /** The public key in WebCrypto's `raw` format. */
  readonly publicKey: Bytes;
}

/** New keys for one handshake or for a device; the private key is not extractable. */
export async function newAgreementKeys(): Promise<KeyPair> {
  const { privateKey, publicKey } = await subtle.generateKey(ecdh, false, ['deriveBits']);
  return { privateKey, publicKey: bytesOf(await subtle.exportKey('raw', publicKey)) };
}

/**
 * New keys of a hub in the format of its key file: the private key in PKCS 8, and the public key.
 */
export async function newExportableKeys(): Promise<{
  readonly pkcs8: Bytes;
  readonly publicKey: Bytes;
}> {
  const { privateKey, publicKey } = await subtle.generateKey(ecdh, true, ['deriveBits']);
  return {
    pkcs8: bytesOf(await subtle.exportKey('pkcs8', privateKey)),
    publicKey: bytesOf(await subtle.exportKey('raw', publicKey)),
  };
}

/**
 * Imports the keys of a hub from its key file. Rejects if the bytes are not a private key of the
 * curve.
 */
export async function importKeys(pkcs8: Bytes, publicKey: Bytes): Promise<KeyPair> {
  return {
    privateKey: await subtle.importKey('pkcs8', pkcs8, ecdh, false, ['deriveBits']),
    publicKey,
  };
}

/** The shared secret of two key pairs (ECDH). Rejects if `other` is not a point on the curve. */
export async function agreeOnSecret({ privateKey }: KeyPair, other: Bytes): Promise<Bytes> {
  const point = await subtle.importKey('raw', other, ecdh, false, []);
  return bytesOf(await subtle.deriveBits({ name: 'ECDH', public: point }, privateKey, 256));
}

/**
 * New keys with which a device signs the decisions of its person; the private key is not
 * extractable.
 */
export async function newSigningKeys(): Promise<KeyPair> {
  const { privateKey, publicKey } = await subtle.generateKey(ecdsa, false, ['sign', 'verify']);
  return { privateKey, publicKey: bytesOf(await subtle.exportKey('raw', publicKey)) };
}

/** ECDSA signature with SHA-256: r followed by s. */
export async function signature(privateKey: CryptoKeyHandle, text: Bytes): Promise<Bytes> {
  return bytesOf(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text));
}
