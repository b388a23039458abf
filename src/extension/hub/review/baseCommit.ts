import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { SignalFact } from '../domain/facts/signals';
import { headEntries, type HeadEntry } from '../repositories/headLog';
import type { GitObjects } from './gitObjects';

/** Maximum size of a reflog that is read. Git expires its entries after 90 days by default. */
const maxLogBytes = 16 * 1024 * 1024;
/** Maximum time in ms by which a reflog entry may be in the future; later times are ignored. */
const skewMs = 60_000;

/** The commit that was checked out; `none` before the first commit, undefined if unknown. */
export type BaseCommit = { readonly id: string } | 'none' | undefined;

/** Commits of a work tree that a review compares with. */
export interface TreeCommits {
  readonly base: BaseCommit;
  /** False before the first commit. */
  readonly hasHead: boolean;
}

/**
 * Finds the commit that was checked out at a time (ms since 1970), from the reflog of HEAD or,
 * without a reflog, from the session's own commits. The base is undefined if the commit no longer
 * exists.
 */
export async function treeCommits(
  place: RepositoryPlace,
  at: number,
  signals: readonly SignalFact[],
  objects: GitObjects,
): Promise<TreeCommits> {
  const entries = await readReflog(place);
  const candidate = entries.length === 0 ? baseFromSignals(signals, at) : commitAt(entries, at);
  const name = typeof candidate === 'object' ? candidate.id : 'HEAD';
  // If the commit exists but its parent (`^1`) does not, it was the first one: the base is `none`.
  const names = ['HEAD', name, name.replace(/\^1$/u, '')];
  const found = await objects.find(names.map((one) => `${one}^{commit}`));
  const [head, commit, child] = found ?? [];
  const hasHead = head !== undefined;
  if (found === undefined || candidate === undefined) return { base: undefined, hasHead };
  if (candidate !== 'none' && commit !== undefined) return { base: { id: commit.id }, hasHead };
  const hasNoBase = candidate === 'none' || child !== undefined || name === 'HEAD';
  return { base: hasNoBase ? 'none' : undefined, hasHead };
}

/**
 * Returns HEAD if the session has not committed since, else the parent of its first commit since.
 */
function baseFromSignals(signals: readonly SignalFact[], at: number): BaseCommit {
  const first = signals.find((one) => one.kind === 'commit' && one.at >= at);
  if (first === undefined) return { id: 'HEAD' };
  const { sha } = first.data;
  return typeof sha === 'string' && /^[0-9a-f]{4,64}$/u.test(sha) ? { id: `${sha}^1` } : undefined;
}

async function readReflog({ folder }: RepositoryPlace): Promise<readonly HeadEntry[]> {
  const file = path.join(folder, 'logs', 'HEAD');
  const bytes = await readOrdinary(file, maxLogBytes).catch(() => undefined);
  return bytes === undefined ? [] : readLog(bytes.toString('utf8'), Date.now());
}

/**
 * Parses a reflog, in its order and with times that never decrease: an entry dated before its
 * predecessor, as by a rebase that keeps dates, gets the predecessor's time.
 */
export function readLog(text: string, now: number): readonly HeadEntry[] {
  let newest = 0;
  return headEntries(text).map((entry) => {
    if (entry.at <= now + skewMs) newest = Math.max(newest, entry.at);
    return { ...entry, at: newest };
  });
}

/**
 * Returns the commit that was checked out at a time (ms since 1970). Before the oldest entry it is
 * the commit from which that entry moved HEAD.
 */
export function commitAt(entries: readonly HeadEntry[], at: number): BaseCommit {
  const current = entries.findLast((entry) => entry.at <= at);
  if (current !== undefined) return isNone(current.after) ? 'none' : { id: current.after };
  const [oldest] = entries;
  if (oldest === undefined) return undefined;
  if (!isNone(oldest.before)) return { id: oldest.before };
  // HEAD did not exist at `at`: the repository began with a first commit, or was cloned.
  return oldest.message.startsWith('commit (initial)') ? 'none' : { id: oldest.after };
}

function isNone(id: string): boolean {
  return /^0+$/u.test(id);
}
