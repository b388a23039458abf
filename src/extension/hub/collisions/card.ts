import * as path from 'node:path';
import {
  collisionLimits,
  type CardCollisions,
  type Collision,
  type CollisionProof,
} from '../../../shared/protocol/work/collisions';
import { iso, type Meeting } from './levels';

interface CardSources {
  readonly sessionId: string;
  /** Number of other living sessions in its work tree. */
  readonly others: number;
  readonly found: readonly Meeting[];
  readonly titleOf: (sessionId: string) => string | undefined;
}

/** A session's collisions as its card has them; undefined where it lives alone. */
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
    found: gravest.slice(0, collisionLimits.found).map((told): Collision => {
      const [one, two] = told.sessions;
      const other = one === sessionId ? two : one;
      const { top } = told;
      return {
        id: told.id,
        level: told.level,
        sessionId: other,
        title: titleOf(other) ?? told.titles?.[other] ?? '',
        side: sideOf(told, sessionId),
        files: told.paths.slice(0, collisionLimits.files).map((file) => nameOf(top, file, names)),
        fileCount: told.paths.length,
        at: iso(told.at),
        proof: told.proof.slice(-collisionLimits.proof).map((proof) => named(top, proof, names)),
      };
    }),
  };
}

/** The first of a collision's sessions is the one that asks, or that took the other's work. */
function sideOf({ level, sessions: [first] }: Meeting, sessionId: string): Collision['side'] {
  if (level === 1) return 'both';
  if (level === 2) return first === sessionId ? 'asks' : 'changed';
  return first === sessionId ? 'took' : 'lost';
}

function named(top: string, proof: CollisionProof, names: Map<string, string>): CollisionProof {
  return proof.path === undefined ? proof : { ...proof, path: nameOf(top, proof.path, names) };
}

/** Path as a person reads it, found once for a card: most of its collisions are in the same files. */
function nameOf(top: string, file: string, names: Map<string, string>): string {
  const name = names.get(file) ?? shownName(top, file);
  names.set(file, name);
  return name;
}

/** The end of one that is too long tells more than its beginning. */
function shownName(top: string, file: string): string {
  // Joined it is one short text in memory, which keeps nothing of the long one.
  const name = path.relative(top, file).split(path.sep).join('/');
  return name.length <= collisionLimits.path ? name : `…${name.slice(1 - collisionLimits.path)}`;
}
