import * as fs from 'node:fs';
import { FoundSessionIds } from '../../transcripts/foundSessionIds';
import type { TranscriptKind } from '../../transcripts/files';

/** The session id comes before the prompt in a line, among fields of a few hundred bytes. */
const headBytes = 16 * 1024;
const name = /^agent-([\w-]{1,200})\.jsonl$/u;
const session = /"sessionId":"([\w-]{1,200})"/u;

/** Session ids by the file of their subagent: the first line of a file never changes. */
export const looseAgentSessions = new FoundSessionIds();

/** Files without a session id, by size and mtime, so that repeated scans of thousands of files skip them. */
const filesWithoutId = new Map<string, string>();
const maxFilesWithoutId = 20_000;

/** True for the file name of a subagent's transcript. */
export function isLooseAgent(fileName: string): boolean {
  return name.test(fileName);
}

/**
 * Classifies a subagent's transcript in the same folder as those of sessions, where clients 2.0.28
 * to 2.1 stored it; only its lines contain the session id. Undefined for an unreadable file and for
 * a link.
 */
export function looseAgent(file: string, fileName: string): TranscriptKind | undefined {
  const agentId = name.exec(fileName)?.[1];
  const sessionId =
    agentId === undefined ? undefined : (looseAgentSessions.find(file) ?? readSessionId(file));
  if (agentId === undefined || sessionId === undefined) return undefined;
  looseAgentSessions.store(file, sessionId);
  return { kind: 'subagent', sessionId, agentId };
}

function readSessionId(file: string): string | undefined {
  try {
    const stat = fs.lstatSync(file);
    // Only regular files are opened: opening a pipe blocks until it has a writer.
    if (!stat.isFile()) return undefined;
    const stamp = `${stat.size} ${stat.mtimeMs}`;
    if (filesWithoutId.get(file) === stamp) return undefined;
    const descriptor = fs.openSync(file, 'r');
    try {
      const head = Buffer.alloc(headBytes);
      const read = fs.readSync(descriptor, head, 0, headBytes, 0);
      const sessionId = session.exec(head.toString('utf8', 0, read))?.[1];
      if (sessionId === undefined && filesWithoutId.size < maxFilesWithoutId)
        filesWithoutId.set(file, stamp);
      else filesWithoutId.delete(file);
      return sessionId;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return undefined; // The file was deleted or is not readable.
  }
}
