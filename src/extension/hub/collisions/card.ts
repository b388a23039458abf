import * as path from 'node:path';
import {
  collisionLimits,
  type CardCollisions,
  type Collision,
  type CollisionProof,
} from '../../../shared/protocol/work/collisions';
import { iso, type TreeCollision } from './levels';

interface CardSources {
  readonly sessionId: string;
  /** Number of other living sessions in the session's work tree. */
  readonly others: number;
  readonly found: readonly TreeCollision[];
  readonly titleOf: (sessionId: string) => string | undefined;
}

/**
 * Returns the collisions that a session's card shows; undefined if no other living session is in
 * its work tree and nothing was found.
 */
export function cardCollisions({
  sessionId,
  others,
  found,
  titleOf,
}: CardSources): CardCollisions | undefined {
  if (others === 0 && found.length === 0) return undefined;
  const names = new Map<string, string>();
  const gravest = found.toSorted(
    (a, b) => b.level - a.level || b.at - a.at || (a.id < b.id ? -1 : 1),
  );
  return {
    others,
    found: gravest.slice(0, collisionLimits.found).map((meeting): Collision => {
      const [first, second] = meeting.sessions;
      const other = first === sessionId ? second : first;
      const { top } = meeting;
      return {
        id: meeting.id,
        level: meeting.level,
        sessionId: other,
        title: titleOf(other) ?? meeting.titles?.[other] ?? '',
        side: sideOf(meeting, sessionId),
        files: meeting.paths
          .slice(0, collisionLimits.files)
          .map((file) => nameOf(top, file, names)),
        fileCount: meeting.paths.length,
        at: iso(meeting.at),
        proof: meeting.proof
          .slice(-collisionLimits.proof)
          .map((proof) => proofWithName(top, proof, names)),
      };
    }),
  };
}

/**
 * Returns the session's role in the collision. The first of `sessions` is the one that asks (level
 * 2) or that removed the other's work (level 3).
 */
function sideOf({ level, sessions: [first] }: TreeCollision, sessionId: string): Collision['side'] {
  if (level === 1) return 'both';
  if (level === 2) return first === sessionId ? 'asks' : 'changed';
  return first === sessionId ? 'took' : 'lost';
}

function proofWithName(
  top: string,
  proof: CollisionProof,
  names: Map<string, string>,
): CollisionProof {
  return proof.path === undefined ? proof : { ...proof, path: nameOf(top, proof.path, names) };
}

/** Returns a path for display. Cached for one card, because most of its collisions share the same files. */
function nameOf(top: string, file: string, names: Map<string, string>): string {
  const name = names.get(file) ?? shownName(top, file);
  names.set(file, name);
  return name;
}

/** Returns the path relative to `top`, with `/` as separator; one that is too long is cut at its start. */
function shownName(top: string, file: string): string {
  // `join` returns a flat string that retains no reference to the long original.
  const name = path.relative(top, file).split(path.sep).join('/');
  return name.length <= collisionLimits.path ? name : `…${name.slice(1 - collisionLimits.path)}`;
}
