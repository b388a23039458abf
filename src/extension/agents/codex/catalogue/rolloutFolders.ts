import * as fs from 'node:fs';
import * as path from 'node:path';
import { readFirstLine } from '../../../util/files/readFirstLine';
import { idIn, objectIn, type JsonObject } from '../../../util/json';
import {
  foundFile,
  listFolder,
  type EntriesKind,
  type FoundFile,
  type OnUnreadable,
} from '../../transcripts/files';
import { FoundSessionIds } from '../../transcripts/foundSessionIds';
import { codexPlacesIn } from '../home/codexHome';
import { threadIdOf } from '../names/threadIds';
import { rolloutLine } from '../rollout/rolloutEntries';

/** Depth of the folders of days below that of all sessions: year, month, day. */
const dayDepth = 3;
/** Number of files after which a search pauses. */
const stepFiles = 64;

/**
 * Numbers of bytes of a file that are read for its first line, the second if the first is too small.
 * The line contains the model's instructions: measured up to 40 kB.
 */
const headBytes = [64 * 1024, 1024 * 1024] as const;

/**
 * Sessions by the file of their own or of one of their subagents, which never changes; empty for a
 * thread of the program itself, such as its automatic reviewer.
 */
export const rolloutOwners = new FoundSessionIds();

/** Files of sessions' own transcripts, by session: an archived one has moved. */
const transcripts = new Map<string, string>();

/** Classifies a file below the program's folder by its path and, the first time, its first line. */
export function classifyRollout(home: string, file: string): EntriesKind | undefined {
  const { sessions, archived } = codexPlacesIn(home);
  const folder = path.dirname(file);
  const isDay = path.relative(sessions, folder).split(path.sep).length === dayDepth;
  const isInSessions = isDay && folder.startsWith(sessions + path.sep);
  return isInSessions || folder === archived ? rolloutKind(file) : undefined;
}

/**
 * Yields every transcript of the program's folder, or only those of some sessions; pauses between
 * folders, and between files. Known, unchanged files stay the same objects. Links are skipped.
 */
export function* findRollouts(
  home: string,
  onUnreadable: OnUnreadable,
  wanted?: ReadonlySet<string>,
  known?: ReadonlyMap<string, FoundFile>,
): Generator<undefined, FoundFile[]> {
  const found: FoundFile[] = [];
  const { sessions, archived } = codexPlacesIn(home);
  if (wanted?.size === 0) return found;
  // Ids begin with their time, so a subagent's is greater than its session's.
  const first = wanted && [...wanted].toSorted()[0];
  for (const folder of [...dayFolders(sessions, onUnreadable), archived]) {
    for (const [index, { name }] of listFolder(folder, onUnreadable).entries()) {
      // A day may have thousands of files, and each one that is new is opened.
      if (index % stepFiles === stepFiles - 1) yield undefined;
      const id = threadIdOf(name);
      if (id === undefined || (first !== undefined && id < first)) continue;
      const file = folder + path.sep + name;
      try {
        const kind = rolloutKind(file);
        if (kind === undefined || wanted?.has(kind.sessionId) === false) continue;
        const current = foundFile(file, kind, known);
        if (current !== undefined) found.push(current);
      } catch (error) {
        onUnreadable(folder, error);
      }
    }
    yield undefined;
  }
  return found;
}

/**
 * Finds the transcript of a thread in the folders of the days around its start, or among the
 * archived ones. An id begins with its time, and folders have names of local days.
 */
export function findRollout(home: string, threadId: string): string | undefined {
  const known = transcripts.get(threadId);
  if (known !== undefined && fs.existsSync(known)) return known;
  const { sessions, archived } = codexPlacesIn(home);
  const startedAt = Number.parseInt(threadId.replace('-', '').slice(0, 12), 16);
  const days = [0, -1, 1].map((day) => new Date(startedAt + day * 24 * 3_600_000));
  const folders = days.map((day) => {
    const names = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
    return path.join(sessions, ...names.map((name) => String(name).padStart(2, '0')));
  });
  for (const folder of [...folders, archived]) {
    const found = listFolder(folder, () => undefined).find(
      ({ name }) => threadIdOf(name) === threadId,
    );
    if (found !== undefined) return path.join(folder, found.name);
  }
  return undefined;
}

/** Folders of days in a folder of sessions, the oldest first. */
export function dayFolders(
  folder: string,
  onUnreadable: OnUnreadable = () => undefined,
  depth = dayDepth,
): string[] {
  if (depth === 0) return [folder];
  return listFolder(folder, onUnreadable)
    .filter((entry) => entry.isDirectory() && /^\d+$/u.test(entry.name))
    .map(({ name }) => path.join(folder, name))
    .sort()
    .flatMap((inner) => dayFolders(inner, onUnreadable, depth - 1));
}

/**
 * Classifies a transcript by its first line, which alone says whether the thread is a session or a
 * subagent of one. Undefined for an unreadable file, a link, and a thread of the program itself.
 */
export function rolloutKind(file: string): EntriesKind | undefined {
  const id = threadIdOf(path.basename(file));
  if (id === undefined) return undefined;
  let sessionId = rolloutOwners.find(file);
  if (sessionId === undefined) {
    const first = rolloutLine(readFirstLine(file, headBytes) ?? '');
    if (first?.type !== 'session_meta') return undefined;
    sessionId = ownerIn(first.payload, id) ?? '';
    rolloutOwners.store(file, sessionId);
  }
  if (sessionId === '') return undefined;
  if (id !== sessionId) return { kind: 'subagent', sessionId, agentId: id };
  transcripts.set(sessionId, file);
  return { kind: 'session', sessionId };
}

/** Returns the session of a thread; undefined for a thread that the program started for itself. */
function ownerIn(meta: JsonObject, id: string): string | undefined {
  const source = objectIn(meta, 'source');
  if (source?.['subagent'] === undefined) return id;
  const spawn = objectIn(objectIn(source, 'subagent'), 'thread_spawn');
  return spawn && (idIn(meta, 'session_id') ?? idIn(spawn, 'parent_thread_id'));
}
