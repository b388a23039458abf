import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { placesIn } from '../home/places';
import type { FileBackup } from './fileBackups';
import type { FileCopies, StoredContent } from '../../transcripts/transcriptHome';
import type { Trail } from './trail';

/** The client's copies of the files of one session. */
export class FileHistory implements FileCopies {
  readonly from: number | undefined;
  /** First copies by the prefix of the copy's name, which is a hash of the file's path. */
  private readonly byName = new Map<string, FileBackup>();
  /** First copies by the file's path, as named and with its folder resolved. */
  private readonly byPath = new Map<string, FileBackup>();
  private readonly folder: string;

  constructor(configHome: string, sessionId: string, { from, backups }: Trail) {
    this.from = from;
    this.folder = path.join(placesIn(configHome).backups, path.basename(sessionId));
    for (const one of backups) {
      const { folder, copy, path: called } = one;
      // The first copy of a file in the scope has the content before the changes.
      if (copy !== undefined) add(this.byName, copy.slice(0, hashLength), one);
      if (path.isAbsolute(called)) add(this.byPath, path.normalize(called), one);
      if (folder !== undefined) add(this.byPath, path.join(folder, path.basename(called)), one);
    }
  }

  contentBefore(realPath: string, called: readonly string[]): StoredContent | undefined {
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

/** Returns the prefix of the names that the client gives to copies of a file. */
function hashOf(called: string): string {
  return createHash('sha256').update(called).digest('hex').slice(0, hashLength);
}

function add(map: Map<string, FileBackup>, key: string, one: FileBackup): void {
  if (!map.has(key)) map.set(key, one);
}
