import {
  requestCollision,
  isChangedSince,
  isShared,
  sharedCollision,
  type ChangePair,
  type TreeCollision,
} from './levels';
import { isSameClient } from './quiet';
import type { Tree } from './tree';

/** Returns whether a person dismissed collisions between two sessions. */
export type IsDismissedPair = (one: string, other: string) => boolean;

/**
 * Returns all collisions in a tree, except those in ignored files, of one client with itself, and
 * of dismissed pairs.
 */
export function collisionsIn(
  tree: Tree,
  isQuietPair: IsDismissedPair,
  ignored: ReadonlySet<string> = new Set(),
): readonly TreeCollision[] {
  const clientsOf = (id: string): readonly string[] => tree.sessions.get(id)?.clients ?? [];
  return [...requestCollisionsIn(tree, ignored), ...sharedCollisionsIn(tree, ignored)].filter(
    ({ sessions: [one, other] }) =>
      !isSameClient(clientsOf(one), clientsOf(other)) && !isQuietPair(one, other),
  );
}

function requestCollisionsIn(
  { top, sessions, contested }: Tree,
  ignored: ReadonlySet<string>,
): readonly TreeCollision[] {
  return [...sessions.values()].flatMap(({ sessionId, asking }) => {
    if (asking === undefined || ignored.has(asking.path)) return [];
    const changes = contested.get(asking.path) ?? [];
    const own = changes.find((one) => one.sessionId === sessionId);
    return changes
      .filter((other) => isChangedSince(asking, own, other))
      .map((other) => requestCollision(top, asking, own, other));
  });
}

function sharedCollisionsIn(
  { top, contested, committedAt }: Tree,
  ignored: ReadonlySet<string>,
): readonly TreeCollision[] {
  const pairs = new Map<string, ChangePair[]>();
  for (const [path, changes] of contested) {
    const inOrder = ignored.has(path) ? [] : changes.toSorted(compareSessionIds);
    for (const [index, one] of inOrder.entries()) {
      for (const other of inOrder.slice(index + 1)) {
        if (!isShared([one, other], committedAt)) continue;
        const key = `${one.sessionId}\0${other.sessionId}`;
        const files = pairs.get(key);
        if (files === undefined) pairs.set(key, [[one, other]]);
        else files.push([one, other]);
      }
    }
  }
  return [...pairs.values()].flatMap((files) => sharedCollision(top, files) ?? []);
}

function compareSessionIds(one: { sessionId: string }, other: { sessionId: string }): number {
  return one.sessionId < other.sessionId ? -1 : 1;
}
