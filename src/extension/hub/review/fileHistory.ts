import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { placesIn } from '../../agents/claude/home/places';
import type { FileBackup } from '../../agents/claude/entry/fileBackups';
import type { Trail } from './trail';

/** A file's content at a time as the client kept it: the path of its copy, or that there was no file. */
export type KeptContent = { readonly file: string } | 'none';

/** The client's copies of the files of one session. */
export class FileHistory {
  /** By the beginning of a copy's name, which is made of the file's path, and by the real path. */
  private readonly byName = new Map<string, FileBackup>();
  private readonly byPath = new Map<string, FileBackup>();
  private readonly folder: string;

  constructor(configHome: string, sessionId: string, { backups }: Pick<Trail, 'backups'>) {
    this.folder = path.join(placesIn(configHome).backups, path.basename(sessionId));
    for (const one of backups) {
      const { folder, copy, path: called } = one;
      // The first copy in the time that is reviewed holds what was there before.
      if (copy !== undefined) add(this.byName, copy.slice(0, hashLength), one);
      if (path.isAbsolute(called)) add(this.byPath, path.normalize(called), one);
      if (folder !== undefined) add(this.byPath, path.join(folder, path.basename(called)), one);
    }
  }

  /** The content before the first change; undefined where the client kept none. */
  before(realPath: string, called: readonly string[]): KeptContent | undefined {
    const found = [realPath, ...called].flatMap((one) => [
      this.byPath.get(one) ?? [],
      this.byName.get(hashOf(one)) ?? [],
    ]);
    const [first] = found.flat().toSorted((a, b) => a.at - b.at);
    if (first === undefined) return undefined;
    if (first.copy === undefined) return 'none';
    if (!/^[0-9a-f]{16}@v\d{1,9}$/u.test(first.copy)) return undefined;
    return { file: path.join(this.folder, first.copy) };
  }
}

const hashLength = 16;

/** As the client names copies. */
function hashOf(called: string): string {
  return createHash('sha256').update(called).digest('hex').slice(0, hashLength);
}

function add(map: Map<string, FileBackup>, key: string, one: FileBackup): void {
  if (!map.has(key)) map.set(key, one);
}
