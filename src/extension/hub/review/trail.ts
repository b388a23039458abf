import {
  backupLineStart,
  fileBackupsIn,
  type FileBackup,
} from '../../agents/claude/entry/fileBackups';
import { parseTranscriptEntry } from '../../agents/claude/entry/parseEntry';
import { LineFile, type Line } from '../../transcript/file/lineFile';

/** More of a transcript than this is not read for a review. */
const maxBytes = 512 * 1024 * 1024;
/** The client may note its copies before the prompt for which it made them, by fewer bytes than this. */
const aheadBytes = 512 * 1024;

/** The part of a transcript that a review is about. */
export interface Trail {
  /** When its prompt came, in ms since 1970; undefined where none was looked for or found. */
  readonly from: number | undefined;
  /** When the prompt after it came; Infinity before that. */
  readonly to: number;
  /** The client's copies of files, the oldest first. */
  readonly backups: readonly FileBackup[];
}

const emptyTrail: Trail = { from: undefined, to: Infinity, backups: [] };

/** All copies that a transcript tells of. */
export async function wholeTrail(file: string): Promise<Trail> {
  return withLines(file, async (lines) => {
    const backups: FileBackup[] = [];
    if (lines.size > maxBytes) return emptyTrail;
    for (let at = 0; ;) {
      const window = await lines.after(at);
      if (window.to === at) return { ...emptyTrail, backups: settled(backups) };
      for (const line of window.lines) backups.push(...backupsOf(line));
      at = window.to;
    }
  });
}

/** The turn that was the newest at a time: read from the end, back to its prompt. */
export async function trailOfTurn(file: string, time: number): Promise<Trail> {
  return withLines(file, async (lines) => {
    let [from, to]: [number | undefined, number] = [undefined, Infinity];
    const backups: FileBackup[] = [];
    let at = await lines.wholeEnd();
    let until = Math.max(0, at - maxBytes);
    while (at > until) {
      const window = await lines.before(at);
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
    return { from, to, backups: settled(own) };
  });
}

async function withLines(file: string, read: (lines: LineFile) => Promise<Trail>): Promise<Trail> {
  let lines: LineFile | undefined;
  try {
    lines = await LineFile.open(file);
    return await read(lines);
  } catch {
    return emptyTrail; // It is gone, or cannot be read: then there is no history.
  } finally {
    await lines?.close();
  }
}

function backupsOf({ bytes }: Line): readonly FileBackup[] {
  if (bytes?.toString('latin1', 0, backupLineStart.length) !== backupLineStart) return [];
  return fileBackupsIn(bytes.toString('utf8'));
}

/** Each copy once: the client notes those of a message again when it knows more. */
function settled(backups: readonly FileBackup[]): readonly FileBackup[] {
  const last = new Map<string, FileBackup>();
  for (const one of backups) {
    const key = `${one.messageId} ${one.path}`;
    const at = last.get(key)?.at ?? one.at;
    last.set(key, { ...one, at });
  }
  return [...last.values()].toSorted((a, b) => a.at - b.at);
}

/** When a person's prompt was written, if the line is one. Most lines are told apart without being parsed. */
function promptTime({ bytes }: Line): number | undefined {
  if (bytes === undefined || bytes.includes('"tool_use_id"')) return undefined;
  if (!bytes.includes('"type":"user"')) return undefined;
  const entry = parseTranscriptEntry(bytes.toString('utf8'));
  if (entry === undefined || entry.isSidechain || entry.line.kind !== 'prompt') return undefined;
  // One that was queued begins no turn of its own.
  return entry.line.human && entry.line.queued !== true ? entry.at : undefined;
}
