import { createHash } from 'node:crypto';
import { parseJson } from '../../../shared/text/boundedJson';
import { bytesOf, fromBase64Url, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import {
  keptKeys,
  newKeptKeys,
  publicKeyLength,
  type AgreementKeys,
} from '../../../shared/channel/keys';
import { fieldsOf } from '../../../shared/text/fields';
import type { PrivateFolder } from '../../util/files/privateFolder';

const phoneKeysFile = 'phone-keys.json';

/** The keys by which phones know the hub of a config home, over all its starts. */
export async function phoneKeysIn(folder: PrivateFolder): Promise<AgreementKeys> {
  const kept = await folder.readPrivate(phoneKeysFile);
  const keys = kept === undefined ? undefined : await readKeys(kept);
  if (keys !== undefined) return keys;
  await folder.setAside(phoneKeysFile);
  const made = await newKeptKeys();
  const text = JSON.stringify({
    pkcs8: toBase64Url(made.pkcs8),
    publicKey: toBase64Url(made.publicKey),
  });
  const there = await readKeys(await folder.writeOnce(phoneKeysFile, text));
  if (there === undefined) throw new Error(`${folder.file(phoneKeysFile)} holds no keys`);
  return there;
}

/** Name of the hub in its QR code: SHA-256 of the public key. */
export function hubHash(publicKey: Bytes): Bytes {
  return bytesOf(createHash('sha256').update(publicKey).digest());
}

async function readKeys(text: string): Promise<AgreementKeys | undefined> {
  try {
    const { pkcs8, publicKey } = fieldsOf(parseJson(text));
    const [secret, open] = [pkcs8, publicKey].map((part) => fromBase64Url(String(part)));
    if (secret === undefined || open?.length !== publicKeyLength) return undefined;
    return await keptKeys(secret, open);
  } catch {
    return undefined;
  }
}
