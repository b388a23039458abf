import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';

const maxHeadBytes = 4 * 1024;
const maxNameLength = 250;

/** The branch that `HEAD` of a work tree names. */
export interface Head {
  /** Undefined while no branch is checked out, and where the file does not tell. */
  readonly branch: string | undefined;
  /** True in a repository whose refs are in reftables: only git knows the branch there. */
  readonly isElsewhere: boolean;
}

export const noHead: Head = { branch: undefined, isElsewhere: false };

/** Undefined where there is no `HEAD`, as after the work tree was removed. */
export async function readHead(folder: string): Promise<Head | undefined> {
  try {
    const text = (await readOrdinary(path.join(folder, 'HEAD'), maxHeadBytes))?.toString('utf8');
    if (text === undefined) return undefined;
    const [line = ''] = text.split('\n', 1);
    if (line.trim() === 'ref: refs/heads/.invalid') return { branch: undefined, isElsewhere: true };
    const prefix = 'ref: refs/heads/';
    if (!line.startsWith(prefix)) return noHead;
    return { branch: refName(line.slice(prefix.length).trim()), isElsewhere: false };
  } catch {
    return undefined;
  }
}

/** A name that git would take for a ref, and that leads to no other folder; else undefined. */
export function refName(text: string): string | undefined {
  const isName = text.length <= maxNameLength && /^[^\p{Cc} ~^:?*[\\]+$/u.test(text);
  const isBelow = text.split('/').every((part) => part !== '' && !part.startsWith('.'));
  return isName && isBelow ? text : undefined;
}
