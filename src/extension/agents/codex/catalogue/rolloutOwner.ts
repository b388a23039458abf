import { readFirstLine } from '../../../util/files/readFirstLine';
import { idIn, objectIn, type JsonObject } from '../../../util/json';
import type { EntriesKind } from '../../transcripts/files';
import { threadIdOf } from '../names/threadIds';
import { rolloutLine } from '../rollout/rolloutEntries';

/**
 * Numbers of bytes of a file that are read for its first line, the second if the first is too small.
 * The line contains the model's instructions: measured up to 40 kB.
 */
const headBytes = [64 * 1024, 1024 * 1024] as const;

/** Sessions by the file of their own or of one of their subagents; the first line never changes. */
const owners = new Map<string, string>();

/** Files of sessions' own transcripts, by session: an archived one has moved. */
const transcripts = new Map<string, string>();

/** Threads of the program itself, such as its automatic reviewer: they belong to no session. */
const ownThreads = new Set<string>();

/** Returns the session that `rolloutKind` found for a file; empty if it found none. */
export function sessionOfRollout(file: string): string {
  return owners.get(file) ?? '';
}

/** Restores the session of a file, which may no longer exist. */
export function restoreRollout(file: string, sessionId: string): void {
  if (sessionId !== '') owners.set(file, sessionId);
}

/** Returns the latest file that was found for a session's own transcript. */
export function rolloutOf(sessionId: string): string | undefined {
  return transcripts.get(sessionId);
}

/**
 * Classifies a transcript by its first line, which alone says whether the thread is a session or a
 * subagent of one. Undefined for an unreadable file, a link, and a thread of the program itself.
 */
export function rolloutKind(file: string, fileName: string): EntriesKind | undefined {
  const id = threadIdOf(fileName);
  if (id === undefined || ownThreads.has(file)) return undefined;
  const known = owners.get(file);
  if (known !== undefined) return kindOf(file, id, known);
  const first = rolloutLine(readFirstLine(file, headBytes) ?? '');
  if (first?.type !== 'session_meta') return undefined;
  const sessionId = ownerIn(first.payload, id);
  if (sessionId === undefined) {
    ownThreads.add(file);
    return undefined;
  }
  owners.set(file, sessionId);
  return kindOf(file, id, sessionId);
}

function kindOf(file: string, id: string, sessionId: string): EntriesKind {
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
