import * as fs from 'node:fs';
import type { TranscriptKind } from '../../transcripts/files';

/** The session stands before the prompt in a line, among fields of some hundred bytes. */
const headBytes = 16 * 1024;
const name = /^agent-([\w-]{1,200})\.jsonl$/u;
const session = /"sessionId":"([\w-]{1,200})"/u;

/** Sessions by their agents' files: the first line of a file never changes. */
const known = new Map<string, string>();

/** Files that name no session, by size and time of their last change: looks come often, and there may be thousands. */
const nameless = new Map<string, string>();
const mostNameless = 20_000;

/** True for the name of such a file, without its folder. */
export function isLooseAgent(fileName: string): boolean {
  return name.test(fileName);
}

/** The session of such a file that was classified; empty for any other file. */
export function sessionOfLooseAgent(file: string): string {
  return known.get(file) ?? '';
}

/** Restores the session that an earlier start read in a file, which may be gone by now. */
export function restoreLooseAgent(file: string, sessionId: string): void {
  if (sessionId !== '') known.set(file, sessionId);
}

/**
 * Classifies a subagent's transcript that lies beside those of sessions, where clients 2.0.28 to 2.1 kept
 * them; its lines alone name its session. Undefined for one that cannot be read, and for a link.
 */
export function looseAgent(file: string, fileName: string): TranscriptKind | undefined {
  const agentId = name.exec(fileName)?.[1];
  const sessionId = agentId === undefined ? undefined : (known.get(file) ?? sessionNamedIn(file));
  if (agentId === undefined || sessionId === undefined) return undefined;
  known.set(file, sessionId);
  return { kind: 'subagent', sessionId, agentId };
}

function sessionNamedIn(file: string): string | undefined {
  try {
    const stat = fs.lstatSync(file);
    // Nothing else is opened: a pipe would wait for its writer.
    if (!stat.isFile()) return undefined;
    const stamp = `${stat.size} ${stat.mtimeMs}`;
    if (nameless.get(file) === stamp) return undefined;
    const descriptor = fs.openSync(file, 'r');
    try {
      const head = Buffer.alloc(headBytes);
      const read = fs.readSync(descriptor, head, 0, headBytes, 0);
      const sessionId = session.exec(head.toString('utf8', 0, read))?.[1];
      if (sessionId === undefined && nameless.size < mostNameless) nameless.set(file, stamp);
      else nameless.delete(file);
      return sessionId;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return undefined; // Gone, or not for us to read.
  }
}
