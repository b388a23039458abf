import * as path from 'node:path';
import { isInFolder } from '../../../shared/board/folders';
import type { SignalFact } from '../domain/facts/signals';
import type { HeadMove } from './reflog';
import type { LastChange } from './sessionFiles';

/** Tolerance between file times and clocks, in ms. */
const slackMs = 1_000;
/**
 * A deleted file has no modification time, so a deletion is attributed only to commands that are
 * shorter than this, in ms, or moved HEAD. Also the maximum time between a file's change and the
 * logged move of HEAD.
 */
const shortCommandMs = 15_000;

/** Maximum age of a sweep, in ms. Afterwards, files have changed too much to prove anything. */
const maxAgeMs = 12 * 60 * 60_000;
/** Maximum time, in ms, until all changes from before a sweep have been read. */
const readingDelayMs = 60_000;

const acts = ['switch', 'checkout', 'restore', 'reset', 'stash', 'clean'] as const;

/** A git command of a session that removes uncommitted changes from a work tree. */
export interface Sweep {
  readonly sessionId: string;
  readonly act: (typeof acts)[number];
  readonly command: string;
  /** Absolute path. */
  readonly folder: string;
  /** As written in the command; undefined if the command applies to the whole tree. */
  readonly paths: readonly string[] | undefined;
  readonly branch: string | undefined;
  /** The command ran between these times, in ms since 1970. */
  readonly since: number;
  readonly at: number;
}

/** A sweep with the real path of its folder. */
export type LocatedSweep = Sweep & { readonly realFolder: string };

/** The sweeps of one command in a tree, with the sessions already checked for losses. */
export interface OpenSweep {
  readonly taker: string;
  readonly at: number;
  readonly sweeps: readonly LocatedSweep[];
  readonly checked: ReadonlySet<string>;
}

/**
 * The state of a file after a sweep, by which it is decided whether a session's change still
 * exists.
 */
export interface FileAfterSweep {
  /** Modification time in ms since 1970; undefined if the file no longer exists. */
  readonly writtenAt: number | undefined;
  /** Modification time of its folder; undefined if the folder no longer exists. */
  readonly folderAt: number | undefined;
  /** Git's status: `same` if it equals the last commit, or is absent and untracked. */
  readonly status: 'same' | 'other';
  /** True if the file no longer exists and the newest stash contains it. */
  readonly isStashed?: boolean;
}

/** Returns the sweeps among a session's signals; those with an unknown folder are ignored. */
export function sweepsOf(sessionId: string, signals: readonly SignalFact[]): readonly Sweep[] {
  return signals.flatMap(({ kind, at, data }) => {
    const act = acts.find((one) => one === data['act']);
    const { command, folder, paths, branch, since } = data;
    if (kind !== 'sweep' || act === undefined || typeof folder !== 'string') return [];
    return {
      sessionId,
      act,
      command: typeof command === 'string' ? command : '',
      folder,
      paths: typeof paths === 'string' ? paths.split('\n') : undefined,
      branch: typeof branch === 'string' ? branch : undefined,
      since: typeof since === 'number' ? since : at,
      at,
    };
  });
}

export function isOldSweep({ at }: Pick<Sweep, 'at'>, now: number): boolean {
  return now - at > maxAgeMs;
}

/** Adds a sweep; returns the same list if the sweep is known or too old. */
export function withSweep(
  known: readonly OpenSweep[],
  sweep: LocatedSweep,
  now: number,
): readonly OpenSweep[] {
  const { sessionId: taker, at, command } = sweep;
  const same = known.find((one) => one.taker === taker && one.at === at);
  const sweeps = same?.sweeps ?? [];
  if (isOldSweep(sweep, now) || sweeps.some((one) => one.command === command)) return known;
  return [
    ...known.filter((one) => one !== same && !isOldSweep(one, now)),
    { taker, at, sweeps: [...sweeps, sweep], checked: new Set() },
  ];
}

/**
 * Returns whether a session must be checked for losses by another session's sweep: until it was
 * checked once, and for `readingDelayMs` after the sweep.
 */
export function needsLossCheck(
  { taker, at, checked }: OpenSweep,
  sessionId: string,
  now: number,
): boolean {
  return taker !== sessionId && (!checked.has(sessionId) || now - at <= readingDelayMs);
}

/** Returns whether a change was made before the sweep and after the last commit. */
export function isAtRisk({ at }: LastChange, sweep: Sweep, committedAt: number): boolean {
  return at <= sweep.at && at > committedAt;
}

/**
 * Returns whether two sweeps ran at the same time, so that a loss cannot be attributed to one of
 * them.
 */
export function isOverlapping(one: Sweep, other: Sweep): boolean {
  return one.since <= other.at && other.since <= one.at;
}

/** Returns whether a file's state proves that the sweep removed a session's change. */
export function isRemovedBySweep(
  change: LastChange,
  sweep: Sweep,
  { writtenAt, folderAt, status, isStashed = false }: FileAfterSweep,
  moves: readonly HeadMove[],
): boolean {
  const { act } = sweep;
  if (writtenAt !== undefined) {
    if (act === 'clean' || !isWithin(writtenAt, sweep, moves)) return false;
    if (status === 'same') return true;
    // A named file restored from a commit other than HEAD: it differs from HEAD and was written
    // after the owner's change.
    const isNamed = (act === 'checkout' || act === 'restore') && sweep.paths !== undefined;
    return isNamed && sweep.paths.some(isPlainPath) && writtenAt > change.at;
  }
  const mayDelete = act === 'stash' ? isStashed : act !== 'checkout' && act !== 'restore';
  // A change that is attributed to a shell command of the owner may itself have been the deletion.
  if (!mayDelete || status === 'other' || change.since !== undefined) return false;
  const isProvable = sweep.at - sweep.since <= shortCommandMs || movesIn(sweep, moves).length > 0;
  return isProvable && (folderAt === undefined || isWithin(folderAt, sweep, moves));
}

/**
 * Returns the branch that the sweep switched to according to the reflog; undefined if it returned
 * to the first one. Uncommitted work that is carried along is then on a branch that its owner does
 * not expect.
 */
export function switchedTo(sweep: Sweep, moves: readonly HeadMove[]): string | undefined {
  if (sweep.act !== 'switch') return undefined;
  const switches = movesIn(sweep, moves).filter(({ to }) => to !== undefined);
  const [first, last] = [switches[0], switches.at(-1)];
  return first === undefined || first.from === last?.to ? undefined : last?.to;
}

/**
 * Returns whether a file's time fits the sweep: close to a HEAD move during its command, or within
 * the command if HEAD did not move.
 */
function isWithin(at: number, sweep: Sweep, moves: readonly HeadMove[]): boolean {
  if (at < sweep.since - slackMs || at > sweep.at + slackMs) return false;
  const own = movesIn(sweep, moves);
  if (own.length === 0) return true;
  // Git logs the second in which HEAD moved, but may have written files for some seconds before.
  return own.some((move) => Math.abs(at - move.at) <= shortCommandMs);
}

function movesIn({ since, at }: Sweep, moves: readonly HeadMove[]): readonly HeadMove[] {
  return moves.filter(
    (move) =>
      (move.act === 'checkout' || move.act === 'reset') &&
      move.at >= since - slackMs &&
      move.at <= at + slackMs,
  );
}

/** Returns whether a path names exactly one file or folder, without pattern or variable. */
function isPlainPath(path: string): boolean {
  return !/[*?[\]:$]/u.test(path);
}

/**
 * Returns whether a sweep may affect a file, by real paths; a pattern is assumed to match any file.
 */
export function coversFile(sweep: Sweep, folder: string, file: string): boolean {
  const { act, paths } = sweep;
  if (paths === undefined) return act !== 'clean' || isInFolder(folder, file);
  return paths.some((one) => !isPlainPath(one) || isInFolder(path.resolve(folder, one), file));
}
