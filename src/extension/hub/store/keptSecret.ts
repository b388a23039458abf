import { NotKept } from '../../util/files/kept';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { SetAside, unreadable } from '../../util/files/safeFile';

export interface KeptSecretParts<T> {
  readonly folder: PrivateFolder;
  readonly name: string;
  /** Undefined for a text that holds no such secret. */
  readonly read: (text: string) => T | undefined | Promise<T | undefined>;
  /** Makes the text of a new secret. */
  readonly make: () => string | Promise<string>;
  readonly onSetAside: (aside: SetAside) => void;
}

/**
 * Reads a secret that is made once and then the same at every start. A file without one, or that
 * others could read, is set aside and another secret made. Rejects with `NotKept` where that one
 * cannot be written.
 */
export async function keptSecret<T>(parts: KeptSecretParts<T>): Promise<T> {
  const { folder, name, read, make, onSetAside } = parts;
  let reason = 'it was not private to this user';
  const text = await folder.readPrivate(name).catch((error: unknown) => {
    reason = unreadable(error);
    return undefined;
  });
  if (text !== undefined) {
    const secret = await read(text);
    if (secret !== undefined) return secret;
    reason = 'it is not what we write';
  }
  const aside = await folder.setAside(name);
  if (aside !== undefined) onSetAside(new SetAside(name, folder.file(aside), reason));
  const made = await make();
  const there = await folder.writeOnce(name, made).catch((error: unknown) => {
    throw new NotKept(name, error);
  });
  // Another hub of this user may have been first.
  const secret = await read(there);
  if (secret === undefined) throw new Error(`${folder.file(name)} holds no secret`);
  return secret;
}
