import * as path from 'node:path';
import { isInFolder } from '../../../shared/board/folders';
import type { SignalFact } from '../domain/facts/signals';
import type { HeadMove } from './reflog';
import type { LastChange } from './sessionFiles';

/** Times of files and clocks are this exact, in ms. */
const slackMs = 1_000;
/** A deleted file has no time, so that a deletion is attributed only to commands shorter than this, in ms. */
const shortMs = 15_000;

/** Age in ms from which a sweep is forgotten: files have changed since, and prove nothing of it. */
const oldestMs = 12 * 60 * 60_000;
/** Changes from before a sweep may be read this much later, in ms. */
const lateMs = 60_000;

const acts = ['switch', 'checkout', 'restore', 'reset', 'stash', 'clean'] as const;

/** A command of git that takes what is not committed from a work tree, as a session ran it. */
export interface Sweep {
  readonly sessionId: string;
  readonly act: (typeof acts)[number];
  readonly command: string;
  /** Absolute. */
  readonly folder: string;
  /** As they were written; undefined where it is about the whole tree. */
  readonly paths: readonly string[] | undefined;
  readonly branch: string | undefined;
  /** Between these two it happened, in ms since 1970. */
  readonly since: number;
  readonly at: number;
}

/** A sweep with the real path of its folder. */
export type LocatedSweep = Sweep & { readonly realFolder: string };

/** The sweeps of one command in a tree, and the sessions whose work was looked for after it. */
export interface OpenSweep {
  readonly taker: string;
  readonly at: number;
  readonly sweeps: readonly LocatedSweep[];
  readonly checked: ReadonlySet<string>;
}

/** The state of a file after a sweep, which tells whether its change is still there. */
export interface FileAfterSweep {
  /** When it was last written, in ms since 1970; undefined where it is gone. */
  readonly writtenAt: number | undefined;
  /** When something last came to its folder or left it; undefined where the folder is gone. */
  readonly folderAt: number | undefined;
  /** Git's word on it: `same` as in the last commit, or not there and not missed. */
  readonly status: 'same' | 'other';
  /** True for a file that is gone, where the newest stash holds it. */
  readonly isStashed?: boolean;
}

/** Sweeps of which nobody knows where they were run prove nothing. */
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
  return now - at > oldestMs;
}

/** The open sweeps with one more; the same list where it is known or too old. */
export function sweepsAfter(
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

/** True while work of the session may have been taken by a sweep of another that was not looked for yet. */
export function isDue({ taker, at, checked }: OpenSweep, sessionId: string, now: number): boolean {
  return taker !== sessionId && (!checked.has(sessionId) || now - at <= lateMs);
}

/** True where a session's change was there when the sweep ran, and is in no commit. */
export function isAtRisk({ at }: LastChange, sweep: Sweep, committedAt: number): boolean {
  return at <= sweep.at && at > committedAt;
}

/** True for sweeps that ran at the same time: then nobody can tell which of them it was. */
export function isOverlapping(one: Sweep, other: Sweep): boolean {
  return one.since <= other.at && other.since <= one.at;
}

/** True where the state of a file proves that the sweep took a session's change of it. */
export function isTaken(
  held: LastChange,
  sweep: Sweep,
  { writtenAt, folderAt, status, isStashed = false }: FileAfterSweep,
  moves: readonly HeadMove[],
): boolean {
  const { act } = sweep;
  if (writtenAt !== undefined) {
    if (act === 'clean' || !isWithin(writtenAt, sweep, moves)) return false;
    if (status === 'same') return true;
    // Restored from another commit than the last one: it was named, and written after its owner did.
    const isNamed = (act === 'checkout' || act === 'restore') && sweep.paths !== undefined;
    return isNamed && sweep.paths.some(isPlainPath) && writtenAt > held.at;
  }
  const mayDelete = act === 'stash' ? isStashed : act !== 'checkout' && act !== 'restore';
  // A command of its owner was told to have changed it: that may have removed it.
  if (!mayDelete || status === 'other' || held.since !== undefined) return false;
  const isShort = sweep.at - sweep.since <= shortMs || movesIn(sweep, moves).length > 0;
  return isShort && (folderAt === undefined || isWithin(folderAt, sweep, moves));
}

/**
 * The branch that the sweep brought the tree to from another, as the log of HEAD tells; undefined
 * where it came back. Work that is carried along is on another branch then than its owner knows.
 */
export function switchedTo(sweep: Sweep, moves: readonly HeadMove[]): string | undefined {
  if (sweep.act !== 'switch') return undefined;
  const switches = movesIn(sweep, moves).filter(({ to }) => to !== undefined);
  const [first, last] = [switches[0], switches.at(-1)];
  return first === undefined || first.from === last?.to ? undefined : last?.to;
}

/** True where a time is that of the act: of a move of HEAD in the time of the command, or anywhere in it. */
function isWithin(at: number, sweep: Sweep, moves: readonly HeadMove[]): boolean {
  if (at < sweep.since - slackMs || at > sweep.at + slackMs) return false;
  const own = movesIn(sweep, moves);
  if (own.length === 0) return true;
  // Git notes the second in which HEAD moved; files are written before that, many of them for some seconds.
  return own.some((move) => Math.abs(at - move.at) <= shortMs);
}

function movesIn({ since, at }: Sweep, moves: readonly HeadMove[]): readonly HeadMove[] {
  return moves.filter(
    (move) =>
      (move.act === 'checkout' || move.act === 'reset') &&
      move.at >= since - slackMs &&
      move.at <= at + slackMs,
  );
}

/** A path that names one file or folder and nothing else. */
function isPlainPath(path: string): boolean {
  return !/[*?[\]:$]/u.test(path);
}

/** True for a sweep of that file, by real paths; a pattern may be about any file in its tree. */
export function coversFile(sweep: Sweep, folder: string, file: string): boolean {
  const { act, paths } = sweep;
  if (paths === undefined) return act !== 'clean' || isInFolder(folder, file);
  return paths.some((one) => !isPlainPath(one) || isInFolder(path.resolve(folder, one), file));
}
