import { backupLineStart, fileBackupsIn, type FileBackup } from './fileBackups';
import { parseTranscriptEntry } from '../entry/parseEntry';
import { LineFile, type Line } from '../../../transcript/file/lineFile';

/** Maximum number of bytes of a transcript that are read for a review. */
const maxBytes = 512 * 1024 * 1024;
/** The client may list a prompt's copies before the prompt itself, by at most this many bytes. */
const aheadBytes = 512 * 1024;

/** The part of a transcript that a review covers. */
export interface Trail {
  /** Time of the turn's prompt, in ms since 1970; undefined if it was not searched or not found. */
  readonly from: number | undefined;
  /** Time of the next prompt, in ms since 1970; Infinity if there is none. */
  readonly to: number;
  /** The client's copies of files, oldest first. */
  readonly backups: readonly FileBackup[];
}

const emptyTrail: Trail = { from: undefined, to: Infinity, backups: [] };

/** Returns all copies of files that a transcript lists. */
export async function wholeTrail(file: string): Promise<Trail> {
  return withLines(file, async (lines) => {
    const backups: FileBackup[] = [];
    if (lines.size > maxBytes) return emptyTrail;
    for (let at = 0; ;) {
      const window = await lines.readAfter(at);
      if (window.to === at) return { ...emptyTrail, backups: uniqueBackups(backups) };
      for (const line of window.lines) backups.push(...backupsOf(line));
      at = window.to;
    }
  });
}

/** Returns the turn at a time (ms since 1970), read backwards from the end to its prompt. */
export async function trailOfTurn(file: string, time: number): Promise<Trail> {
  return withLines(file, async (lines) => {
    let [from, to]: [number | undefined, number] = [undefined, Infinity];
    const backups: FileBackup[] = [];
    let at = await lines.wholeEnd();
    let until = Math.max(0, at - maxBytes);
    while (at > until) {
      const window = await lines.readBefore(at);
      if (window.to <= window.from) break;
      for (const line of window.lines.toReversed()) {
        backups.push(...backupsOf(line).toReversed());
        const prompt: number | undefined = from === undefined ? promptTime(line) : undefined;
        if (prompt === undefined) continue;
        if (prompt > time) to = prompt;
        else {
          from = prompt;
          until = Math.max(until, line.at - aheadBytes);
        }
      }
      at = window.from;
    }
    const [start, end] = [from ?? Infinity, to];
    const own = backups.toReversed().filter((one) => one.at >= start && one.at < end);
    return { from, to, backups: uniqueBackups(own) };
  });
}

async function withLines(file: string, read: (lines: LineFile) => Promise<Trail>): Promise<Trail> {
  let lines: LineFile | undefined;
  try {
    lines = await LineFile.open(file);
    return await read(lines);
  } catch {
    return emptyTrail; // A missing or unreadable transcript lists no copies.
  } finally {
    await lines?.close();
  }
}

function backupsOf({ bytes }: Line): readonly FileBackup[] {
  if (bytes?.toString('latin1', 0, backupLineStart.length) !== backupLineStart) return [];
  return fileBackupsIn(bytes.toString('utf8'));
}

/**
 * Returns each copy once, oldest first. To update a message's copies, the client lists them again.
 */
function uniqueBackups(backups: readonly FileBackup[]): readonly FileBackup[] {
  const last = new Map<string, FileBackup>();
  for (const one of backups) {
    const key = `${one.messageId} ${one.path}`;
    const at = last.get(key)?.at ?? one.at;
    last.set(key, { ...one, at });
  }
  return [...last.values()].toSorted((a, b) => a.at - b.at);
}

/** Returns the time of a person's prompt, if the line is one. Most lines need not be parsed. */
function promptTime({ bytes }: Line): number | undefined {
  if (bytes === undefined || bytes.includes('"tool_use_id"')) return undefined;
  if (!bytes.includes('"type":"user"')) return undefined;
  const entry = parseTranscriptEntry(bytes.toString('utf8'));
  if (entry === undefined || entry.isSidechain || entry.line.kind !== 'prompt') return undefined;
  // A queued prompt starts no turn.
  return entry.line.human && entry.line.queued !== true ? entry.at : undefined;
}
