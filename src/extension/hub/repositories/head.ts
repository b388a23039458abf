import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';

const maxHeadBytes = 4 * 1024;
const maxNameLength = 250;

/** Content of a work tree's `HEAD`. */
export interface Head {
  /** Undefined for a detached HEAD, and in a repository with reftables. */
  readonly branch: string | undefined;
  /** True in a repository with reftables, whose branch only git can read. */
  readonly isInReftable: boolean;
}

export const noHead: Head = { branch: undefined, isInReftable: false };

/** Returns undefined if `HEAD` is missing, for instance after the work tree was removed. */
export async function readHead(folder: string): Promise<Head | undefined> {
  try {
    const text = (await readOrdinary(path.join(folder, 'HEAD'), maxHeadBytes))?.toString('utf8');
    if (text === undefined) return undefined;
    const [line = ''] = text.split('\n', 1);
    if (line.trim() === 'ref: refs/heads/.invalid')
      return { branch: undefined, isInReftable: true };
    const prefix = 'ref: refs/heads/';
    if (!line.startsWith(prefix)) return noHead;
    return { branch: refName(line.slice(prefix.length).trim()), isInReftable: false };
  } catch {
    return undefined;
  }
}

/**
 * Returns the text if it is a valid ref name, and as a path stays in its folder; else undefined.
 */
export function refName(text: string): string | undefined {
  const isName = text.length <= maxNameLength && /^[^\p{Cc} ~^:?*[\\]+$/u.test(text);
  const staysBelow = text.split('/').every((part) => part !== '' && !part.startsWith('.'));
  return isName && staysBelow ? text : undefined;
}
