import { isSameData } from '../domain/card/sameData';
import type { PendingChange } from './levels';
import { lastChange, noFiles, type LastChange, type SessionFiles } from './sessionFiles';
import type { SessionSignals } from './snapshot';
import { withSweep, type LocatedSweep, type OpenSweep } from './sweeps';

/** A living session in a work tree. */
export interface TreeSession extends SessionSignals {
  readonly sessionId: string;
  /**
   * Keys of the client processes that ran it, as `pid/procStart`; sessions of the same process do
   * not collide.
   */
  readonly clients: readonly string[];
  readonly asking: PendingChange | undefined;
  /** Empty while `needsFiles` is false for the tree. */
  readonly files: SessionFiles;
}

/** A work tree and the sessions in it. Immutable. */
export interface Tree {
  /** Real path of its top folder. */
  readonly top: string;
  /** Path of the work tree's git folder. */
  readonly folder: string;
  readonly sessions: ReadonlyMap<string, TreeSession>;
  /**
   * Changes by real path, for files that several sessions changed, or that one changed and another
   * asks to change.
   */
  readonly contested: ReadonlyMap<string, readonly LastChange[]>;
  /** Changes up to this time may be committed, in ms since 1970. */
  readonly committedAt: number;
  /** Recent commands that removed uncommitted work, such as checkout or stash, newest last. */
  readonly sweeps: readonly OpenSweep[];
}

/** Work trees by the real path of their top folder. */
export type Trees = ReadonlyMap<string, Tree>;

export type TreeFact =
  /** The session is in that work tree; in none if `place` is undefined. */
  | {
      readonly type: 'placed';
      readonly sessionId: string;
      readonly place: Pick<Tree, 'top' | 'folder'> | undefined;
    }
  | { readonly type: 'worked'; readonly session: TreeSession }
  | { readonly type: 'committed'; readonly top: string; readonly at: number }
  | { readonly type: 'swept'; readonly top: string; readonly sweep: LocatedSweep }
  /** The session was checked for losses by that sweep. */
  | {
      readonly type: 'checked';
      readonly top: string;
      readonly sessionId: string;
      readonly sweep: Pick<OpenSweep, 'taker' | 'at'>;
    };

const emptyMap = new Map<string, never>();
const emptyTree = { sessions: emptyMap, contested: emptyMap, committedAt: 0, sweeps: [] };

export function treeWith(trees: Trees, sessionId: string): Tree | undefined {
  for (const tree of trees.values()) if (tree.sessions.has(sessionId)) return tree;
  return undefined;
}

/**
 * Returns whether the sessions' files must be tracked: if there are several sessions, or a sweep
 * may have taken work.
 */
export function needsFiles({ sessions, sweeps }: Tree): boolean {
  return sessions.size > 1 || sweeps.length > 0;
}

/** Returns the trees after a fact; the same map if the fact changes nothing. */
export function treesAfter(trees: Trees, fact: TreeFact, now: number): Trees {
  if (fact.type === 'placed') return treesAfterMove(trees, fact.sessionId, fact.place);
  const tree =
    fact.type === 'worked' ? treeWith(trees, fact.session.sessionId) : trees.get(fact.top);
  const after = tree && treeAfter(tree, fact, now);
  return after === undefined || after === tree ? trees : new Map(trees).set(after.top, after);
}

/** Moves a session to a tree; a tree left without sessions is deleted. */
function treesAfterMove(
  trees: Trees,
  sessionId: string,
  place: Pick<Tree, 'top' | 'folder'> | undefined,
): Trees {
  const before = treeWith(trees, sessionId);
  if (before?.top === place?.top) return trees;
  const after = new Map(trees);
  if (before !== undefined) {
    const remaining = withSession(before, sessionId, undefined);
    if (remaining.sessions.size === 0) after.delete(remaining.top);
    else after.set(remaining.top, remaining);
  }
  if (place !== undefined) {
    const { top, folder } = place;
    const tree = trees.get(top) ?? { ...emptyTree, top, folder };
    const idle = { clients: [], asking: undefined, sweeps: [], committedAt: 0 };
    after.set(top, withSession(tree, sessionId, { sessionId, files: noFiles(sessionId), ...idle }));
  }
  return after;
}

function treeAfter(tree: Tree, fact: Exclude<TreeFact, { type: 'placed' }>, now: number): Tree {
  switch (fact.type) {
    case 'worked':
      return withSession(tree, fact.session.sessionId, fact.session);
    case 'committed':
      return tree.committedAt === fact.at ? tree : { ...tree, committedAt: fact.at };
    case 'swept': {
      const sweeps = withSweep(tree.sweeps, fact.sweep, now);
      return sweeps === tree.sweeps ? tree : { ...tree, sweeps };
    }
    case 'checked': {
      const { sweep, sessionId } = fact;
      const sweeps = tree.sweeps.map((one) =>
        one.taker === sweep.taker && one.at === sweep.at
          ? { ...one, checked: new Set(one.checked).add(sessionId) }
          : one,
      );
      return { ...tree, sweeps };
    }
  }
}

/** Returns whether everything from which collisions are computed is the same in both trees. */
export function hasSameCollisions(one: Tree | undefined, other: Tree): boolean {
  return (
    one?.contested === other.contested &&
    one.committedAt === other.committedAt &&
    isSameData(collisionInputs(one), collisionInputs(other))
  );
}

function collisionInputs({ sessions }: Tree): readonly unknown[] {
  return [...sessions.values()].map(({ sessionId, clients, asking }) => [
    sessionId,
    clients,
    asking,
  ]);
}

/** Returns the tree with newer facts of a session; undefined removes the session. */
function withSession(tree: Tree, sessionId: string, session: TreeSession | undefined): Tree {
  const sessions = new Map(tree.sessions);
  if (session === undefined) sessions.delete(sessionId);
  else sessions.set(sessionId, session);
  const all = [...sessions.values()];
  const asked = new Set(all.flatMap(({ asking }) => asking?.path ?? []));
  const before = tree.sessions.get(sessionId)?.files.rows;
  const added = [...(session?.files.rows.keys() ?? [])].filter(
    (path) =>
      before?.has(path) !== true && all.some((one) => one !== session && one.files.rows.has(path)),
  );
  const contested = new Map<string, readonly LastChange[]>();
  for (const path of new Set([...tree.contested.keys(), ...asked, ...added])) {
    const known = tree.contested.get(path);
    const changes =
      known === undefined
        ? all.flatMap(({ files }) => lastChange(files, path) ?? [])
        : withChange(known, sessionId, session && lastChange(session.files, path));
    if (changes.length > (asked.has(path) ? 0 : 1)) contested.set(path, changes);
  }
  return {
    ...tree,
    sessions,
    contested: isSameMap(tree.contested, contested) ? tree.contested : contested,
  };
}

/**
 * Returns the changes of a file with a session's last one replaced; the same list if it is equal.
 */
function withChange(
  known: readonly LastChange[],
  sessionId: string,
  change: LastChange | undefined,
): readonly LastChange[] {
  const before = known.find((one) => one.sessionId === sessionId);
  if (isSameData(change, before)) return known;
  return [...known.filter((one) => one !== before), ...(change === undefined ? [] : [change])];
}

function isSameMap<Value>(
  one: ReadonlyMap<string, Value>,
  other: ReadonlyMap<string, Value>,
): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
