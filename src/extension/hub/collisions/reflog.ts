import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as path from 'node:path';
import { headEntries } from '../repositories/headLog';

/** Opens without blocking: opening a pipe would otherwise block until the pipe has a writer. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Size of the part at the end of a log that is read, in bytes: a few hundred entries. */
const tailBytes = 32 * 1024;

/** One entry of the reflog in which git records each move of HEAD. */
export interface HeadMove {
  /** `commit`, `checkout`, `reset`, `merge`, `rebase`, `pull` and others. */
  readonly act: string;
  /** In ms since 1970; git stores whole seconds, so the move was up to a second later. */
  readonly at: number;
  /** The branches, for a switch between two. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The last moves of a work tree's HEAD, newest last; undefined without a reflog. */
export async function headMoves(folder: string): Promise<readonly HeadMove[] | undefined> {
  try {
    const file = await open(path.join(folder, 'logs', 'HEAD'), openFlags);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return undefined;
      const from = Math.max(0, stats.size - tailBytes);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(stats.size - from), {
        position: from,
      });
      const text = buffer.toString('utf8', 0, bytesRead);
      return readMoves(from === 0 ? text : text.slice(text.indexOf('\n') + 1));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

function readMoves(text: string): readonly HeadMove[] {
  return headEntries(text).flatMap(({ at, message }) => {
    const [, act, rest = ''] = /^(\w[\w-]*)(.*)/u.exec(message) ?? [];
    if (act === undefined) return [];
    const [, from, to] = /^: moving from (\S+) to (\S+)$/u.exec(rest) ?? [];
    return { act, at, from, to };
  });
}

/** Acts that may put changes of the work tree into a commit. */
const committingActs: ReadonlySet<string> = new Set([
  'commit',
  'merge',
  'cherry-pick',
  'revert',
  'rebase',
  'pull',
  'am',
]);

/**
 * Returns the latest time of changes that the last commit may contain, in ms since 1970: the end of
 * its second. 0 without a commit.
 */
export function lastCommitAt(moves: readonly HeadMove[]): number {
  const last = moves.findLast(({ act }) => committingActs.has(act));
  return last === undefined ? 0 : last.at + 999;
}
