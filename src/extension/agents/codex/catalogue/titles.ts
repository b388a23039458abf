import * as fs from 'node:fs';
import { idIn, nameIn, parseObject } from '../../../util/json';
import { isSameStamp, stampOf, type FileStamp } from '../../transcripts/files';

/** Larger files are not read; one line has about 120 bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Titles of sessions, which the program keeps in one file; the last line of a session counts. */
export class SessionTitles {
  private stamp: FileStamp | undefined;
  private titles: ReadonlyMap<string, string> = new Map();

  constructor(private readonly file: string) {}

  /** Returns the title of a session. Reads the file if it has changed. */
  titleOf(sessionId: string): string | undefined {
    try {
      const stamp = stampOf(this.file);
      if (stamp !== undefined && !isSameStamp(this.stamp, stamp) && stamp.size <= maxBytes) {
        this.stamp = stamp;
        this.titles = titlesIn(fs.readFileSync(this.file, 'utf8'));
      }
    } catch {
      // The file can't be read: the titles so far stay.
    }
    return this.titles.get(sessionId);
  }
}

function titlesIn(text: string): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const line of text.split('\n')) {
    const record = parseObject(line);
    const [id, title] = [record && idIn(record, 'id'), nameIn(record, 'thread_name')];
    if (id !== undefined && title !== undefined) titles.set(id, title);
  }
  return titles;
}
