import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PrivateFolder } from './privateFolder';

/** The secret of a config home: whoever can prove it runs as this user, for this home. */
export async function readOrCreateKey(folder: PrivateFolder): Promise<string> {
  await folder.ensure();
  const fresh = randomBytes(32).toString('hex');
  const key = (await folder.writeOnce('key', fresh)).trim();
  if (isKey(key)) return key;
  // Damaged: anybody could prove an empty one.
  await folder.write('key', fresh);
  return fresh;
}

function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/u.test(text);
}

/** Bound to the port, so that a stranger cannot pass a nonce on to the real hub and its answer back. */
export function hubProof(key: string, nonce: string, port: number): string {
  return createHmac('sha256', key).update(`hello:${nonce}:${port}`).digest('hex');
}

/** In constant time for texts of one length. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
