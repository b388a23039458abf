import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { SignalFact } from '../domain/facts/signals';
import { headEntries, type HeadEntry } from '../repositories/headLog';
import type { GitObjects } from './gitObjects';

/** A longer reflog is not read: git itself forgets its entries after 90 days. */
const maxLogBytes = 16 * 1024 * 1024;
/** An entry from the future, by more than this in ms, was written by a wrong clock. */
const skewMs = 60_000;

/** The commit that a work tree was at; `none` before the first one, undefined where nothing tells. */
export type BaseCommit = { readonly id: string } | 'none' | undefined;

/** What a review has to know of a work tree's commits. */
export interface TreeCommits {
  readonly base: BaseCommit;
  /** False before the first commit. */
  readonly hasHead: boolean;
}

/**
 * Finds the commit that a work tree was at by the reflog of its HEAD, or without one by what the
 * session committed. One that the repository does not hold any more counts as unknown.
 */
export async function treeCommits(
  place: RepositoryPlace,
  at: number,
  signals: readonly SignalFact[],
  objects: GitObjects,
): Promise<TreeCommits> {
  const entries = await logOf(place);
  const told = entries.length === 0 ? bySignals(signals, at) : atTime(entries, at);
  const name = typeof told === 'object' ? told.id : 'HEAD';
  // A name without its last step tells whether it is the step that leads nowhere.
  const names = ['HEAD', name, name.replace(/\^1$/u, '')];
  const found = await objects.find(names.map((one) => `${one}^{commit}`));
  const [head, commit, before] = found ?? [];
  const hasHead = head !== undefined;
  if (found === undefined || told === undefined) return { base: undefined, hasHead };
  if (told !== 'none' && commit !== undefined) return { base: { id: commit.id }, hasHead };
  const isNone = told === 'none' || before !== undefined || name === 'HEAD';
  return { base: isNone ? 'none' : undefined, hasHead };
}

/** HEAD where the session has not committed since, else the parent of its first commit. */
function bySignals(signals: readonly SignalFact[], at: number): BaseCommit {
  const first = signals.find((one) => one.kind === 'commit' && one.at >= at);
  if (first === undefined) return { id: 'HEAD' };
  const { sha } = first.data;
  return typeof sha === 'string' && /^[0-9a-f]{4,64}$/u.test(sha) ? { id: `${sha}^1` } : undefined;
}

async function logOf({ folder }: RepositoryPlace): Promise<readonly HeadEntry[]> {
  const file = path.join(folder, 'logs', 'HEAD');
  const bytes = await readOrdinary(file, maxLogBytes).catch(() => undefined);
  return bytes === undefined ? [] : readLog(bytes.toString('utf8'), Date.now());
}

/**
 * The entries in their order. One that claims an earlier time than the one before it, as those of a
 * rebase may that keeps dates, was made after that one all the same.
 */
export function readLog(text: string, now: number): readonly HeadEntry[] {
  let newest = 0;
  return headEntries(text).map((entry) => {
    if (entry.at <= now + skewMs) newest = Math.max(newest, entry.at);
    return { ...entry, at: newest };
  });
}

/** The commit in force at a time. Before the oldest entry it is the commit from which that one went out. */
export function atTime(entries: readonly HeadEntry[], at: number): BaseCommit {
  const inForce = entries.findLast((entry) => entry.at <= at);
  if (inForce !== undefined) return isNone(inForce.after) ? 'none' : { id: inForce.after };
  const [oldest] = entries;
  if (oldest === undefined) return undefined;
  if (!isNone(oldest.before)) return { id: oldest.before };
  // The repository was made since: by a first commit, or with the commits of another one.
  return oldest.message.startsWith('commit (initial)') ? 'none' : { id: oldest.after };
}

function isNone(id: string): boolean {
  return /^0+$/u.test(id);
}
