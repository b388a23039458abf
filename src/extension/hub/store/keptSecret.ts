import { NotSavedError } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { SetAside, unreadableReason } from '../../util/files/safeFile';
import type { KeptFileName } from './keptFiles';

export interface KeptSecretParts<T> {
  readonly folder: PrivateFolder;
  readonly name: KeptFileName;
  /** Parses the secret; undefined for a text without a valid one. */
  readonly read: (text: string) => T | undefined | Promise<T | undefined>;
  /** Creates the text of a new secret. */
  readonly make: () => string | Promise<string>;
  readonly onSetAside: (aside: SetAside) => void;
}

/**
 * Reads a secret that is created once and then stays the same. A file that is invalid, or that
 * others could read, is set aside and a new secret created. Rejects with `NotSavedError` if that can't be
 * written.
 */
export async function readOrCreateSecret<T>(parts: KeptSecretParts<T>): Promise<T> {
  const { folder, name, read, make, onSetAside } = parts;
  let reason = 'it was not private to this user';
  const text = await folder.readPrivate(name).catch((error: unknown) => {
    reason = unreadableReason(error);
    return undefined;
  });
  if (text !== undefined) {
    const secret = await read(text);
    if (secret !== undefined) return secret;
    reason = 'it is not what we write';
  }
  const aside = await folder.setAside(name);
  if (aside !== undefined) onSetAside(new SetAside(name, folder.file(aside), reason));
  const created = await make();
  const stored = await folder.writeOnce(name, created).catch((error: unknown) => {
    throw new NotSavedError(name, error);
  });
  // Another hub of this user may have written first.
  const secret = await read(stored);
  if (secret === undefined) throw new Error(`${folder.file(name)} holds no secret`);
  return secret;
}
