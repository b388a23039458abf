import { createHash } from 'node:crypto';
import { parseJson } from '../../../shared/text/boundedJson';
import { bytesOf, fromBase64Url, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import {
  importKeys,
  newExportableKeys,
  publicKeyLength,
  type KeyPair,
} from '../../../shared/channel/keys';
import { fieldsOf } from '../../../shared/text/fields';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { SetAside } from '../../util/files/safeFile';
import { readOrCreateSecret } from '../store/keptSecret';

export const phoneKeysFile = 'phone-keys.json';

/**
 * Loads the keys that identify the hub of a config home to phones, across restarts. Rejects with
 * `NotSavedError` if they cannot be created.
 */
export function loadPhoneKeys(
  folder: PrivateFolder,
  onSetAside: (aside: SetAside) => void,
): Promise<KeyPair> {
  return readOrCreateSecret({
    folder,
    name: phoneKeysFile,
    read: parseKeys,
    make: newKeys,
    onSetAside,
  });
}

async function newKeys(): Promise<string> {
  const { pkcs8, publicKey } = await newExportableKeys();
  return JSON.stringify({ pkcs8: toBase64Url(pkcs8), publicKey: toBase64Url(publicKey) });
}

/** Identifies the hub in its QR code: SHA-256 of the public key. */
export function hubHash(publicKey: Bytes): Bytes {
  return bytesOf(createHash('sha256').update(publicKey).digest());
}

async function parseKeys(text: string): Promise<KeyPair | undefined> {
  try {
    const { pkcs8, publicKey } = fieldsOf(parseJson(text));
    const [privateKey, publicKeyBytes] = [pkcs8, publicKey].map((part) =>
      fromBase64Url(String(part)),
    );
    if (privateKey === undefined || publicKeyBytes?.length !== publicKeyLength) return undefined;
    return await importKeys(privateKey, publicKeyBytes);
  } catch {
    return undefined;
  }
}
