import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../../shared/protocol/signed';

/** A key pair derived from a secret, which proves the id derived from its public key. */
export interface ProvingKey {
  /** Ed25519 public key in base64url. */
  readonly publicKey: string;
  sign(text: string): string;
}

/** A public key and its signature over a connection's `lineText`. */
export interface Proof {
  readonly key: string;
  readonly signature: string;
}

/** The identity that a machine claims on one connection. */
export interface LineClaim {
  /** Nonce that the desk, the hub that shows the machine on its board, chose for the connection. */
  readonly line: string;
  readonly machineId: string;
  readonly hub: string;
  readonly window: string;
}

/** Prefix of a private Ed25519 key in PKCS 8; its 32 bytes follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

export function provingKey(secret: string): ProvingKey {
  const seed = createHash('sha256').update(secret).digest();
  const bytes = Buffer.concat([pkcs8Head, seed]);
  const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** The key of a running hub, derived from its token. */
export function hubKey(token: string): ProvingKey {
  return provingKey(`mission-control/hub/${token}`);
}

/** Name of a running hub, which does not reveal its token. */
export function hubName(token: string): string {
  return hubNameOf(hubKey(token).publicKey);
}

export function hubNameOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('base64url');
}

export function machineIdOf(publicKey: string): string {
  return `m${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`;
}

export function proofOf(key: ProvingKey, claim: LineClaim): Proof {
  return { key: key.publicKey, signature: key.sign(lineText(claim)) };
}

/**
 * True if the proofs are for this connection and by the keys of the machine, of its hub, and of
 * each hub in `otherHubs`.
 */
export function isProved(
  { line, machineId, hub, window }: LineClaim,
  proofs: readonly Proof[],
  otherHubs: readonly string[] = [],
): boolean {
  const text = lineText({ line, machineId, hub, window });
  const keys = proofs.filter((proof) => isValidProof(proof, text)).map(({ key }) => key);
  const hubs = new Set(keys.map(hubNameOf));
  return (
    keys.some((key) => machineIdOf(key) === machineId) &&
    [hub, ...otherHubs].every((one) => hubs.has(one))
  );
}

function lineText(claim: LineClaim): string {
  return canonicalJson({ proves: 'mission-control/line/1', ...claim });
}

function isValidProof({ key, signature }: Proof, text: string): boolean {
  try {
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text), known, Buffer.from(signature, 'base64url'));
  } catch {
    return false; // Not a valid key.
  }
}
