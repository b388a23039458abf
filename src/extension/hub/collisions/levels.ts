import { createHash } from 'node:crypto';
import {
  collisionLimits,
  type Collision,
  type CollisionProof,
} from '../../../shared/protocol/work/collisions';
import type { LastChange } from './sessionFiles';

/** Maximum time between two sessions' changes of a file to count as a collision, in ms. */
const nearMs = 30 * 60_000;

/** A collision of two sessions, with real paths. */
export interface TreeCollision extends Pick<Collision, 'id' | 'level'> {
  /** Real path of the work tree's top folder. */
  readonly top: string;
  /** The first is the session that asks (level 2) or that removed the other's work (level 3). */
  readonly sessions: readonly [string, string];
  /** Session titles, for sessions that may have left the board. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Real paths, most recently changed first. */
  readonly paths: readonly string[];
  /** In ms since 1970. */
  readonly at: number;
  /** With real paths, newest last. */
  readonly proof: readonly CollisionProof[];
}

/** A pending request to change a file. */
export interface PendingChange {
  readonly sessionId: string;
  readonly requestId: string;
  readonly agentId: string | undefined;
  readonly path: string;
  /** In ms since 1970, like all times in this file. */
  readonly at: number;
  readonly startedAt: number;
}

/** Changes of one file by two sessions. */
export type ChangePair = readonly [own: LastChange, other: LastChange];

/**
 * Returns whether two changes of a file are a collision: at most `nearMs` apart, and both after the
 * last commit.
 */
export function isShared([own, other]: ChangePair, committedAt: number): boolean {
  if (mayBeMisattributed(own, other) || mayBeMisattributed(other, own)) return false;
  return Math.abs(own.at - other.at) <= nearMs && Math.min(own.at, other.at) > committedAt;
}

/**
 * Returns whether the other session changed the file after the asking session last did, or after it
 * started if it never did.
 */
export function isChangedSince(
  asking: PendingChange,
  own: LastChange | undefined,
  other: LastChange,
): boolean {
  if (own !== undefined && mayBeMisattributed(other, own)) return false;
  return other.at > (own?.at ?? asking.startedAt);
}

/**
 * Returns whether a change may be wrongly attributed: it is attributed to a shell command, and the
 * other session changed the file while that command ran.
 */
function mayBeMisattributed({ since, at }: LastChange, other: Pick<LastChange, 'at'>): boolean {
  return since !== undefined && other.at >= since && other.at <= at;
}

/**
 * Returns the collision of two sessions that both changed `files`; undefined if `files` is empty.
 */
export function sharedCollision(
  top: string,
  files: readonly ChangePair[],
): TreeCollision | undefined {
  const newest = files.toSorted(
    (a, b) => latestTimeOf(b) - latestTimeOf(a) || (a[0].path < b[0].path ? -1 : 1),
  );
  const [first] = newest;
  if (first === undefined) return undefined;
  const [one, two] = first.map(({ sessionId }) => sessionId).toSorted();
  if (one === undefined || two === undefined) return undefined;
  return {
    id: collisionId('shared', top, one, two),
    level: 1,
    top,
    sessions: [one, two],
    paths: newest.map(([{ path }]) => path),
    at: latestTimeOf(first),
    proof: proofOf(newest.slice(0, collisionLimits.proof / 2)),
  };
}

function proofOf(newest: readonly ChangePair[]): readonly CollisionProof[] {
  const facts = newest.toReversed().flatMap((both) => both.toSorted((a, b) => a.at - b.at));
  // `map` allocates an array of exact size, unlike one that grew by `push`.
  return facts.map(changeProof);
}

/**
 * Returns the collision of a session that asks to change a file with one that has changed it since.
 */
export function requestCollision(
  top: string,
  asking: PendingChange,
  own: LastChange | undefined,
  other: LastChange,
): TreeCollision {
  const { sessionId, requestId, agentId, path, at } = asking;
  const asks = { sessionId, act: 'asks', at: iso(at), path, ...(agentId && { agentId }) };
  const facts = [...(own === undefined ? [] : [changeProof(own)]), changeProof(other), asks];
  return {
    id: collisionId('asked', top, sessionId, other.sessionId, requestId),
    level: 2,
    top,
    sessions: [sessionId, other.sessionId],
    paths: [path],
    at: Math.max(at, other.at),
    proof: facts.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

/** Returns an id of fixed length: a hash of what identifies the collision. */
export function collisionId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  return hash.toString('hex', 0, 16);
}

/** Proofs by change, shared by all collisions of that change. */
const proofs = new WeakMap<LastChange, CollisionProof>();

export function changeProof(change: LastChange): CollisionProof {
  const { sessionId, path, at, agentId } = change;
  const known = proofs.get(change) ?? {
    sessionId,
    act: 'changed',
    at: iso(at),
    path,
    ...(agentId !== undefined && { agentId }),
  };
  proofs.set(change, known);
  return known;
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

function latestTimeOf([own, other]: ChangePair): number {
  return Math.max(own.at, other.at);
}
