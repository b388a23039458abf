import type { CardCollisions } from '../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { Coalescer } from '../../util/coalesce';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { Disposable } from '../../util/lifetime';
import type { CardPart } from '../domain/card/cardPart';
import { isSameData } from '../domain/card/sameData';
import type { SessionFacts } from '../domain/facts/session';
import { cardCollisions } from './card';
import type { KeptCollisions, WorkLoss } from './keptCollisions';
import type { TreeCollision } from './levels';
import { findLoss, lossCollision, type LossSources } from './losses';
import { collisionsIn, type IsDismissedPair } from './meetings';
import { isSameClient } from './quiet';
import { lastChanges } from './sessionFiles';
import {
  sweepsAndCommits,
  snapshotAfter,
  type SessionSignals,
  type SessionSnapshot,
} from './snapshot';
import { needsLossCheck } from './sweeps';
import {
  hasSameCollisions,
  treesAfter,
  treeWith,
  type Tree,
  type TreeFact,
  type Trees,
} from './tree';
import { TreeReader, type TreeSources } from './treeReader';

export interface CollisionsParts extends TreeSources, LossSources {
  readonly placeOf: (sessionId: string) => RepositoryPlace | undefined;
  /** Recomputes a session's card. */
  readonly touch: (sessionId: string) => void;
  readonly kept: Pick<KeptCollisions, 'isQuiet' | 'lossWithId' | 'lossesOf' | 'put'>;
  readonly onDidTake: (taken: WorkLoss) => void;
  readonly onError: (error: unknown) => void;
}

interface BoardSession {
  snapshot: SessionSnapshot;
  signals?: SessionSignals & { readonly work: SessionSnapshot['work'] };
  /** The signals whose sweeps have already been added to `trees`. */
  swept?: SessionSignals | undefined;
  card?: CardCollisions | undefined;
}

/**
 * Adds to cards the collisions of sessions that share a work tree. `fieldsOf` returns the cached
 * card and only records what changed; afterwards the tree's facts are read from the disk and
 * folded, and cards that differ are refreshed.
 */
export class Collisions implements CardPart, Disposable {
  private readonly sessions = new Map<string, BoardSession>();
  private trees: Trees = new Map();
  /** Collisions by the tree's top folder, with the tree for which they were computed. */
  private readonly collisionsByTop = new Map<
    string,
    { readonly tree: Tree; readonly all: readonly TreeCollision[] }
  >();
  /**
   * Top folders of trees whose collisions must be recomputed although the tree's facts are
   * unchanged.
   */
  private readonly stale = new Set<string>();
  private readonly reader: TreeReader;
  private readonly dirty = new Set<string>();
  private readonly updating = new Coalescer(() => this.update());
  private updateTimer: NodeJS.Immediate | undefined;
  private isDisposed = false;

  constructor(private readonly parts: CollisionsParts) {
    this.reader = new TreeReader(parts);
  }

  fieldsOf(session: LiveSession, facts: SessionFacts): Partial<LiveSession> {
    const { sessionId } = session;
    const known = this.sessions.get(sessionId);
    const place = this.parts.placeOf(sessionId);
    const snapshot = snapshotAfter(known?.snapshot, session, facts, place);
    if (snapshot !== known?.snapshot) {
      if (known === undefined) this.sessions.set(sessionId, { snapshot });
      else known.snapshot = snapshot;
      this.updateSoon(sessionId);
    }
    return known?.card === undefined ? {} : { collisions: known.card };
  }

  /** Removes a session that left the board. */
  forget(sessionId: string): void {
    if (this.sessions.delete(sessionId)) this.updateSoon(sessionId);
  }

  /** Recomputes the collisions of sessions after a person dismissed one of them. */
  refreshPlaces(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) {
      if (!this.sessions.has(sessionId)) continue;
      this.stale.add(treeWith(this.trees, sessionId)?.top ?? '');
      this.updateSoon(sessionId);
    }
  }

  /** Returns a collision of the session by its id; undefined if it is unknown or a loss of work. */
  find(sessionId: string, id: string): Pick<TreeCollision, 'top' | 'sessions'> | undefined {
    return this.collisionsOf(sessionId).find((one) => one.id === id);
  }

  /** Resolves after all changes so far have reached the cards. */
  whenIdle(): Promise<void> {
    return this.updating.run();
  }

  dispose(): void {
    this.isDisposed = true;
    clearImmediate(this.updateTimer);
  }

  private updateSoon(sessionId: string): void {
    this.dirty.add(sessionId);
    this.updateTimer ??= setImmediate(() => {
      this.updateTimer = undefined;
      this.updating.run().catch(this.parts.onError);
    });
  }

  private async update(): Promise<void> {
    if (this.isDisposed) return;
    const changed = new Set(this.dirty);
    this.dirty.clear();
    for (const sessionId of changed)
      for (const one of await this.updatePlace(sessionId)) changed.add(one);
    for (const sessionId of changed)
      for (const one of await this.recordSweeps(sessionId)) changed.add(one);
    for (const sessionId of changed) await this.recordWork(sessionId);
    const cards = new Set(changed);
    const tops = new Set([...changed].flatMap((one) => treeWith(this.trees, one)?.top ?? []));
    for (const top of tops) for (const one of await this.findCollisions(top)) cards.add(one);
    for (const sessionId of changed) {
      await this.findLosses(sessionId);
      for (const { taker, owner } of this.parts.kept.lossesOf(sessionId))
        cards.add(taker).add(owner);
    }
    this.refreshCards(cards);
  }

  /**
   * Updates the session's work tree; if it changed, returns the sessions of its old and new tree.
   */
  private async updatePlace(sessionId: string): Promise<readonly string[]> {
    const session = this.sessions.get(sessionId);
    const before = treeWith(this.trees, sessionId);
    this.apply(await this.reader.readWorkTree(sessionId, session?.snapshot, before));
    const after = treeWith(this.trees, sessionId);
    if (before?.top === after?.top) return [];
    if (before !== undefined && !this.trees.has(before.top))
      this.collisionsByTop.delete(before.top);
    if (session !== undefined) session.swept = undefined;
    return [before, after].flatMap((one) => [...(one?.sessions.keys() ?? [])]);
  }

  /**
   * Adds the session's new sweeps to the trees; returns the sessions of the trees that they
   * changed.
   */
  private async recordSweeps(sessionId: string): Promise<readonly string[]> {
    const session = this.sessions.get(sessionId);
    if (session === undefined) return [];
    const signals = this.signalsOf(session);
    if (session.swept === signals) return [];
    session.swept = signals;
    const before = this.trees;
    for (const fact of await this.reader.readSweeps(signals)) this.apply(fact);
    const swept = [...this.trees.values()].filter((tree) => before.get(tree.top) !== tree);
    return swept.flatMap(({ sessions }) => [...sessions.keys()]);
  }

  private async recordWork(sessionId: string): Promise<void> {
    const session = this.sessions.get(sessionId);
    const tree = treeWith(this.trees, sessionId);
    if (session === undefined || tree === undefined) return;
    this.apply(await this.reader.readWork(tree, session.snapshot, this.signalsOf(session)));
  }

  /** Returns the session's signals, parsed once for each change of its work. */
  private signalsOf(session: BoardSession): SessionSignals {
    const { work } = session.snapshot;
    if (session.signals?.work !== work)
      session.signals = { work, ...sweepsAndCommits(session.snapshot) };
    return session.signals;
  }

  /**
   * Recomputes the collisions in a tree if its facts changed; then returns its sessions, otherwise
   * an empty list.
   */
  private async findCollisions(top: string): Promise<Iterable<string>> {
    const computed = this.collisionsByTop.get(top);
    const before = this.trees.get(top);
    const isStale = this.stale.delete(top);
    const mayChange = isStale || (computed?.all.length ?? 0) + (before?.sweeps.length ?? 0) > 0;
    if (before === undefined || (!mayChange && hasSameCollisions(computed?.tree, before)))
      return [];
    this.apply(await this.reader.readLastCommit(before));
    const tree = this.trees.get(top) ?? before;
    if (!isStale && hasSameCollisions(computed?.tree, tree)) return [];
    const isQuiet: IsDismissedPair = (one, other) => this.parts.kept.isQuiet(top, one, other);
    let all = collisionsIn(tree, isQuiet);
    if (all.length > 0) {
      const paths = all.flatMap((one) => one.paths);
      const ignored = await this.parts.ignored.among(top, paths);
      if (ignored.size > 0) all = collisionsIn(tree, isQuiet, ignored);
    }
    this.collisionsByTop.set(top, { tree, all });
    return tree.sessions.keys();
  }

  /**
   * Checks whether sweeps of other sessions removed the session's uncommitted work, and persists
   * the losses found.
   */
  private async findLosses(sessionId: string): Promise<void> {
    const { kept, now, onDidTake } = this.parts;
    const tree = treeWith(this.trees, sessionId);
    for (const sweep of tree?.sweeps ?? []) {
      const isOwn = isSameClient(this.clientsOf(sweep.taker), this.clientsOf(sessionId));
      if (tree === undefined || isOwn || !needsLossCheck(sweep, sessionId, now())) continue;
      this.apply({ type: 'checked', top: tree.top, sessionId, sweep });
      const taken = await findLoss(this.parts, tree, sessionId, sweep, this.titleOf);
      if (taken === undefined) continue;
      void kept.put(taken);
      onDidTake(taken);
    }
  }

  private apply(fact: TreeFact): void {
    this.trees = treesAfter(this.trees, fact, this.parts.now());
  }

  private readonly titleOf = (sessionId: string): string | undefined =>
    this.sessions.get(sessionId)?.snapshot.title;

  private clientsOf(sessionId: string): readonly string[] {
    return this.sessions.get(sessionId)?.snapshot.clients ?? [];
  }

  private collisionsOf(sessionId: string): readonly TreeCollision[] {
    const all = this.collisionsByTop.get(treeWith(this.trees, sessionId)?.top ?? '')?.all ?? [];
    return all.filter(({ sessions }) => sessions.includes(sessionId));
  }

  private refreshCards(sessionIds: Iterable<string>): void {
    if (this.isDisposed) return;
    for (const sessionId of sessionIds) {
      const session = this.sessions.get(sessionId);
      if (session === undefined) continue;
      const card = this.cardOf(session.snapshot);
      if (isSameData(card, session.card)) continue;
      session.card = card;
      this.parts.touch(sessionId);
    }
  }

  private cardOf({ sessionId, isLiving, clients }: SessionSnapshot): CardCollisions | undefined {
    if (!isLiving) return undefined;
    const { sessions } = treeWith(this.trees, sessionId) ?? {};
    const others = [...(sessions?.values() ?? [])].filter(
      (one) => one.sessionId !== sessionId && !isSameClient(clients, one.clients),
    );
    const losses = this.parts.kept
      .lossesOf(sessionId)
      .flatMap((one) => this.lossCollisionOf(one) ?? []);
    return cardCollisions({
      sessionId,
      others: others.length,
      found: [...this.collisionsOf(sessionId), ...losses],
      titleOf: this.titleOf,
    });
  }

  /**
   * Returns the loss as a collision for its owner's or taker's card; undefined if the owner is not
   * living, or has changed all the files again.
   */
  private lossCollisionOf(taken: WorkLoss): TreeCollision | undefined {
    const { owner } = taken;
    if (this.sessions.get(owner)?.snapshot.isLiving !== true) return undefined;
    const files = treeWith(this.trees, owner)?.sessions.get(owner)?.files;
    return lossCollision(taken, files === undefined ? [] : lastChanges(files));
  }
}
