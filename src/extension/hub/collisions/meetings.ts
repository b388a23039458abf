import {
  askedMeeting,
  isChangedSince,
  isShared,
  sharedMeeting,
  type Both,
  type Meeting,
} from './levels';
import { isSameClient } from './quiet';
import type { Tree } from './tree';

/** Returns whether a person dismissed collisions between two sessions. */
export type IsQuietPair = (one: string, other: string) => boolean;

/**
 * Returns all meetings in a tree, except those in ignored files, of one client with itself, and of
 * dismissed pairs.
 */
export function meetingsIn(
  tree: Tree,
  isQuietPair: IsQuietPair,
  ignored: ReadonlySet<string> = new Set(),
): readonly Meeting[] {
  const clientsOf = (id: string): readonly string[] => tree.sessions.get(id)?.clients ?? [];
  return [...askedMeetings(tree, ignored), ...sharedMeetings(tree, ignored)].filter(
    ({ sessions: [one, other] }) =>
      !isSameClient(clientsOf(one), clientsOf(other)) && !isQuietPair(one, other),
  );
}

function askedMeetings(
  { top, sessions, contested }: Tree,
  ignored: ReadonlySet<string>,
): readonly Meeting[] {
  return [...sessions.values()].flatMap(({ sessionId, asking }) => {
    if (asking === undefined || ignored.has(asking.path)) return [];
    const changes = contested.get(asking.path) ?? [];
    const own = changes.find((one) => one.sessionId === sessionId);
    return changes
      .filter((other) => isChangedSince(asking, own, other))
      .map((other) => askedMeeting(top, asking, own, other));
  });
}

function sharedMeetings(
  { top, contested, committedAt }: Tree,
  ignored: ReadonlySet<string>,
): readonly Meeting[] {
  const pairs = new Map<string, Both[]>();
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
  return [...pairs.values()].flatMap((files) => sharedMeeting(top, files) ?? []);
}

function compareSessionIds(one: { sessionId: string }, other: { sessionId: string }): number {
  return one.sessionId < other.sessionId ? -1 : 1;
}
