import { createHash } from 'node:crypto';
import {
  collisionLimits,
  type Collision,
  type CollisionProof,
} from '../../../shared/protocol/work/collisions';
import type { LastChange } from './sessionFiles';

/** Two changes of a file that are further apart than this, in ms, are no collision. */
const nearMs = 30 * 60_000;

/** Two sessions that meet. */
export interface Meeting extends Pick<Collision, 'id' | 'level'> {
  /** Real top folder of the work tree. */
  readonly top: string;
  /** First the one that asks, or that took the other's work. */
  readonly sessions: readonly [string, string];
  /** Titles of sessions that may be gone by now. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Real paths, the one that was changed last first. */
  readonly paths: readonly string[];
  /** In ms since 1970. */
  readonly at: number;
  /** With real paths; the newest last. */
  readonly proof: readonly CollisionProof[];
}

/** A request to change a file that waits for a person. */
export interface Asking {
  readonly sessionId: string;
  readonly requestId: string;
  readonly agentId: string | undefined;
  readonly path: string;
  /** In ms since 1970, as are the other times. */
  readonly at: number;
  readonly startedAt: number;
}

/** Two changes of one file by two sessions. */
export type Both = readonly [own: LastChange, other: LastChange];

/** Both changed the file within half an hour, and nothing was committed since. */
export function isShared([own, other]: Both, committedAt: number): boolean {
  if (isByChance(own, other) || isByChance(other, own)) return false;
  return Math.abs(own.at - other.at) <= nearMs && Math.min(own.at, other.at) > committedAt;
}

/** The other changed the file after the asker did, or since the asker began where it never did. */
export function isChangedSince(
  asking: Asking,
  own: LastChange | undefined,
  other: LastChange,
): boolean {
  if (own !== undefined && isByChance(other, own)) return false;
  return other.at > (own?.at ?? asking.startedAt);
}

/** True where a command ran while the other changed the file: it may have changed nothing itself. */
function isByChance({ since, at }: LastChange, other: Pick<LastChange, 'at'>): boolean {
  return since !== undefined && other.at >= since && other.at <= at;
}

/** The meeting of two sessions in the files that both changed; undefined where there is none. */
export function sharedMeeting(top: string, files: readonly Both[]): Meeting | undefined {
  const newest = files.toSorted(
    (a, b) => lastOf(b) - lastOf(a) || (a[0].path < b[0].path ? -1 : 1),
  );
  const [first] = newest;
  if (first === undefined) return undefined;
  const [one, two] = first.map(({ sessionId }) => sessionId).toSorted();
  if (one === undefined || two === undefined) return undefined;
  return {
    id: meetingId('shared', top, one, two),
    level: 1,
    top,
    sessions: [one, two],
    paths: newest.map(([{ path }]) => path),
    at: lastOf(first),
    proof: proofOf(newest.slice(0, collisionLimits.proof / 2)),
  };
}

function proofOf(newest: readonly Both[]): readonly CollisionProof[] {
  const facts = newest.toReversed().flatMap((both) => both.toSorted((a, b) => a.at - b.at));
  // Unlike a list that grew it takes no more room than it needs.
  return facts.map(changeProof);
}

/** The meeting of a session that asks to change a file with one that changed it since. */
export function askedMeeting(
  top: string,
  asking: Asking,
  own: LastChange | undefined,
  other: LastChange,
): Meeting {
  const { sessionId, requestId, agentId, path, at } = asking;
  const asks = { sessionId, act: 'asks', at: iso(at), path, ...(agentId && { agentId }) };
  const facts = [...(own === undefined ? [] : [changeProof(own)]), changeProof(other), asks];
  return {
    id: meetingId('asked', top, sessionId, other.sessionId, requestId),
    level: 2,
    top,
    sessions: [sessionId, other.sessionId],
    paths: [path],
    at: Math.max(at, other.at),
    proof: facts.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

/** A short name of a collision, however long the names are that it is made of. */
export function meetingId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  return hash.toString('hex', 0, 16);
}

/** A session that meets many others in one file has one proof for all. */
const proofs = new WeakMap<LastChange, CollisionProof>();

export function changeProof(change: LastChange): CollisionProof {
  const { sessionId, path, at, agentId } = change;
  const made = proofs.get(change) ?? {
    sessionId,
    act: 'changed',
    at: iso(at),
    path,
    ...(agentId !== undefined && { agentId }),
  };
  proofs.set(change, made);
  return made;
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

function lastOf([own, other]: Both): number {
  return Math.max(own.at, other.at);
}
