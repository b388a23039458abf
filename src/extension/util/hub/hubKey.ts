import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PrivateFolder } from '../files/privateFolder';

const keyForm = /^[0-9a-f]{64}$/u;

/**
 * The secret of a config home: whoever can prove it runs as this user, for this home. Throws ENOENT
 * when the folder is gone.
 */
export async function readOrCreateKey(folder: PrivateFolder): Promise<string> {
  await folder.check();
  const there = await folder.readPrivate('key');
  if (there !== undefined && keyForm.test(there.trim())) return there.trim();
  await folder.makeRoom('key'); // Somebody else's, readable by others, or damaged: worth nothing.
  const key = await folder.writeOnce('key', randomBytes(32).toString('hex'));
  return key.trim();
}

/** Bound to the port, so that a stranger cannot pass a nonce on to the real hub and its answer back. */
export function hubProof(key: string, nonce: string, port: number): string {
  return createHmac('sha256', key).update(`hello:${nonce}:${port}`).digest('hex');
}

/** Compares in constant time, so that the time tells nothing of where two texts of one length differ. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
