import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../../shared/protocol/signed';

/** A key made of a secret: whoever has the secret can prove the name that its public half gives. */
export interface ProvingKey {
  /** Ed25519 public key in base64url. */
  readonly publicKey: string;
  sign(text: string): string;
}

/** A public key and its signature over the `lineText` of a connection. */
export interface Proof {
  readonly key: string;
  readonly signature: string;
}

/** What a machine says of itself on one connection. */
export interface LineClaim {
  /** Nonce that the desk gave the connection. */
  readonly line: string;
  readonly machineId: string;
  readonly hub: string;
  readonly window: string;
}

/** Head of a private Ed25519 key in PKCS 8; its 32 bytes follow. */
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

/** The key of a hub's start, which is made of its token. */
export function hubKey(token: string): ProvingKey {
  return provingKey(`mission-control/hub/${token}`);
}

/** Names a start of a hub, and tells nobody its token. */
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

/** Whether the proofs are made for this connection, and by keys of the machine, of its hub and of each of these hubs. */
export function isProved(
  { line, machineId, hub, window }: LineClaim,
  proofs: readonly Proof[],
  beside: readonly string[] = [],
): boolean {
  const text = lineText({ line, machineId, hub, window });
  const keys = proofs.filter((proof) => isBy(proof, text)).map(({ key }) => key);
  const hubs = new Set(keys.map(hubNameOf));
  return (
    keys.some((key) => machineIdOf(key) === machineId) &&
    [hub, ...beside].every((one) => hubs.has(one))
  );
}

function lineText(claim: LineClaim): string {
  return canonicalJson({ proves: 'mission-control/line/1', ...claim });
}

function isBy({ key, signature }: Proof, text: string): boolean {
  try {
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text), known, Buffer.from(signature, 'base64url'));
  } catch {
    return false; // It is no key.
  }
}
