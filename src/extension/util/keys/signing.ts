import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Seal } from '../../../shared/protocol/keys';
import {
  digestText,
  statementText,
  type ShownRequest,
  type SignedAct,
  type Statement,
} from '../../../shared/protocol/signed';

/** Signs a person's acts in this window. */
export interface Signer {
  /** In the format of `publicKeySchema`. */
  readonly publicKey: string;
  sign(text: string): string;
}

/** Signature encoding: r followed by s, as in WebCrypto. */
const dsaEncoding = 'ieee-p1363';

/** A new private key in PKCS 8 and base64. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/**
 * The signer for a private key in the format of `newPrivateKey`; throws if it is not a P-256 key.
 */
export function signerOf(privateKey: string): Signer {
  const bytes = Buffer.from(privateKey, 'base64');
  const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('No P-256 key');
  return {
    publicKey: rawOf(createPublicKey(key)),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url'),
  };
}

/** The public key as Node's object for `verify`; undefined if it is not a point on the curve. */
export function verifyingKey(publicKey: string): KeyObject | undefined {
  const bytes = Buffer.from(publicKey, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return undefined;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  if (x === undefined || y === undefined) return undefined;
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

export function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(text), { key, dsaEncoding }, bytes);
}

/**
 * Adds the signer's seal to a message. `hub` is the hub's name, `at` the hub's time in ms since
 * 1970.
 */
export function withSeal<Body extends object>(
  signer: Signer,
  about: Pick<Statement, 'hub' | 'session' | 'channels'> & { readonly act: SignedAct },
  body: Body,
  at = Date.now(),
): Body & { readonly seal: Seal } {
  const key = keyName(signer.publicKey);
  const nonce = randomBytes(16).toString('base64url');
  const signature = signer.sign(statementText({ ...about, key, at, nonce, body }));
  const { channels } = about;
  const seal = { key, at, nonce, signature, ...(channels && { channels: [...channels] }) };
  return { ...body, seal };
}

/** The id of a key in a seal. */
export function keyName(publicKey: string): string {
  return digest(Buffer.from(publicKey, 'base64url'));
}

const digests = new WeakMap<ShownRequest, string>();

/** Digest of a request; cached by object, because shown requests are immutable. */
export function requestDigest(request: ShownRequest): string {
  const known = digests.get(request) ?? digest(digestText(request));
  digests.set(request, known);
  return known;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Ten characters (50 bits) that a person compares or types. */
export function codeOf(bytes: Uint8Array): string {
  const text = [...bytes.subarray(0, 10)].map((byte) => letters[byte % 32] ?? '').join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** The code by which a person checks that two windows show the same key. */
export function keyCode(publicKey: string): string {
  const about = `mission-control/code/${publicKey}`;
  return codeOf(createHash('sha256').update(about).digest());
}

/** Normalizes a typed code. */
export function normalizeCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '');
}

/** Proves knowledge of the code in the hub's terminal, for this key and this hub only. */
export function codeProof(code: string, hub: string, publicKey: string): string {
  return createHmac('sha256', normalizeCode(code))
    .update(`${hub}:${publicKey}`)
    .digest('base64url');
}

function rawOf(key: KeyObject): string {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}

function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}
