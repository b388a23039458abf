import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PrivateFolder } from '../files/privateFolder';

const keyForm = /^[0-9a-f]{64}$/u;

/**
 * Reads or creates the secret of a config home; proving it authenticates a process of this user for
 * this home. Rejects with ENOENT if the folder is gone.
 */
export async function readOrCreateKey(folder: PrivateFolder): Promise<string> {
  await folder.check();
  const existing = await readKey(folder);
  if (existing !== undefined) return existing;
  // A key that is owned by another user, readable by others, or damaged is not secret.
  await folder.makeRoom('key');
  const key = await folder.writeOnce('key', randomBytes(32).toString('hex'));
  return key.trim();
}

/** Reads the secret of a config home; undefined if there is none, or one that others may know. */
export async function readKey(folder: PrivateFolder): Promise<string | undefined> {
  const existing = (await folder.readPrivate('key'))?.trim();
  return existing !== undefined && keyForm.test(existing) ? existing : undefined;
}

/**
 * The proof includes the port, so that an impostor can't forward a nonce to the real hub and return
 * its answer.
 */
export function hubProof(key: string, nonce: string, port: number): string {
  return createHmac('sha256', key).update(`hello:${nonce}:${port}`).digest('hex');
}

/** Compares in constant time, so that the duration does not reveal where two texts differ. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
