import type { CardCollisions } from '../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isInFolder } from '../../../shared/board/folders';
import { Coalescer } from '../../util/coalesce';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { Disposable } from '../../util/lifetime';
import type { CardPart } from '../domain/card/cardPart';
import { isSameData } from '../domain/card/sameData';
import type { SessionFacts } from '../domain/facts/session';
import { cardCollisions } from './card';
import type { KeptCollisions } from './keptCollisions';
import type { Meeting } from './levels';
import { candidatesOf, meetingsBy, pathsOf } from './meetings';
import { Member } from './member';
import type { Differences } from './memberFiles';
import { isLockFile, isSameClient } from './quiet';
import { lastCommitAt } from './reflog';
import { Takings, type TakingsParts } from './takings';
import { Tree } from './tree';

export interface CollisionsParts extends Omit<TakingsParts, 'titlesOf' | 'kept'> {
  readonly placeOf: (sessionId: string) => RepositoryPlace | undefined;
  /** Draws a card anew. */
  readonly touch: (sessionId: string) => void;
  readonly kept: Pick<KeptCollisions, 'isQuiet' | 'taken' | 'takenOf' | 'put'>;
  readonly onError: (error: unknown) => void;
}

const noMeetings: ReadonlyMap<string, readonly Meeting[]> = new Map();

/**
 * Tells cards where sessions meet in one work tree. What is told of a session is only noted while a
 * card is made; all that follows from it is found out beside that, and cards that differ are drawn anew.
 */
export class Collisions implements CardPart, Disposable {
  private readonly members = new Map<string, Member>();
  /** By real top folder. */
  private readonly trees = new Map<string, Tree>();
  private readonly dirty = new Set<Member>();
  private readonly judging = new Coalescer(() => this.judge());
  private soon: NodeJS.Immediate | undefined;
  private isOver = false;

  private readonly takings: Takings;

  constructor(private readonly parts: CollisionsParts) {
    this.takings = new Takings({
      ...parts,
      titlesOf: (sessionIds) => {
        const titles = sessionIds.map((id) => [id, this.members.get(id)?.title ?? ''] as const);
        return Object.fromEntries(titles);
      },
    });
  }

  fieldsOf(session: LiveSession, facts: SessionFacts): Partial<LiveSession> {
    const { sessionId } = session;
    const member = this.members.get(sessionId) ?? new Member(sessionId);
    this.members.set(sessionId, member);
    if (member.take(session, facts, this.parts.placeOf(sessionId))) this.look(member);
    return member.card === undefined ? {} : { collisions: member.card };
  }

  /** The session left the board. */
  forget(sessionId: string): void {
    const member = this.members.get(sessionId);
    if (member === undefined) return;
    this.members.delete(sessionId);
    this.look(member);
  }

  /** A person dismissed something in that work tree. */
  lookAgain(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) {
      const member = this.members.get(sessionId);
      if (member !== undefined) this.look(member.renewed());
    }
  }

  /** The work tree and the two sides of a meeting that a session's card tells of. */
  find(
    sessionId: string,
    id: string,
  ): { readonly top: string; readonly sessions: Meeting['sessions'] } | undefined {
    const member = this.members.get(sessionId);
    const meeting = [...(member?.meetings.values() ?? [])].flat().find((one) => one.id === id);
    const top = member?.tree?.top;
    return meeting && top !== undefined ? { top, sessions: meeting.sessions } : undefined;
  }

  /** Settles when all that was told so far is on the cards. */
  settled(): Promise<void> {
    return this.judging.run();
  }

  dispose(): void {
    this.isOver = true;
    clearImmediate(this.soon);
  }

  private look(member: Member): void {
    this.dirty.add(member);
    this.soon ??= setImmediate(() => {
      this.soon = undefined;
      this.judging.run().catch(this.parts.onError);
    });
  }

  private async judge(): Promise<void> {
    if (this.isOver) return;
    const todo = new Set(this.dirty);
    this.dirty.clear();
    const affected = new Set(todo);
    for (const member of todo) {
      const [left, joined] = await this.settle(member);
      for (const other of [...(left?.members ?? []), ...(joined?.members ?? [])]) {
        affected.add(other);
        todo.add(other);
      }
    }
    for (const member of todo) {
      const swept = await this.takings.note(member.newSweeps(), (top) => this.trees.get(top));
      for (const tree of swept) for (const owner of tree.members) todo.add(owner.renewed());
    }
    const news = new Set<Member>();
    for (const member of todo) if (await this.index(member)) news.add(member);
    const meeting = [...todo].filter((one) => news.has(one) || one.meetings.size > 0);
    const trees = new Set(meeting.flatMap(({ tree }) => tree ?? []));
    for (const tree of trees) {
      if (!(await this.readCommit(tree))) continue;
      for (const member of tree.members) if (member.meetings.size > 0) news.add(member);
    }
    for (const member of news) await this.meet(member, affected);
    for (const member of news) await this.miss(member, affected);
    this.draw(affected);
  }

  /** Puts a session into the tree that it is in now; answers the tree that it left and the one that it came to. */
  private async settle(member: Member): Promise<readonly (Tree | undefined)[]> {
    const tree = await this.treeOf(member);
    const before = member.tree;
    if (tree === before) return [];
    member.forgetTouches();
    before?.members.delete(member);
    if (before?.members.size === 0) this.trees.delete(before.top);
    member.tree = tree;
    tree?.members.add(member);
    if (tree !== undefined) this.trees.set(tree.top, tree);
    return [before, tree];
  }

  private async treeOf(member: Member): Promise<Tree | undefined> {
    const { sessionId, place, isLiving } = member;
    if (!isLiving || place === undefined || this.members.get(sessionId) !== member)
      return undefined;
    if (member.tree?.folder === place.folder) return member.tree;
    const top = await this.parts.realPath(place.top);
    if (top === undefined) return undefined;
    return this.trees.get(top) ?? new Tree(top, place.folder);
  }

  /** Notes what it changed, where others may have changed the same; true where that is new. */
  private async index(member: Member): Promise<boolean> {
    const { tree, request, asking } = member;
    const isOther = [member.takeOther(), member.takeCommit()].includes(true);
    if (tree === undefined || (tree.members.size < 2 && tree.sweeps.length === 0)) {
      if (!member.files.isEmpty) member.forgetTouches();
      member.asking = undefined;
      return member.meetings.size > 0;
    }
    const path = request && (await this.realIn(tree, request.named));
    if (request === undefined || path === undefined) member.asking = undefined;
    else if (asking?.requestId !== request.requestId) {
      const { sessionId, startedAt } = member;
      member.asking = { ...request, path, sessionId, startedAt };
    }
    const differences = member.newFiles();
    const isShared = differences !== undefined && (await this.hold(member, tree, differences));
    return isOther || isShared || member.asking !== asking;
  }

  /** Notes what it changed; true where others may meet it in that. */
  private async hold(
    member: Member,
    tree: Tree,
    { changed, forgotten }: Differences,
  ): Promise<boolean> {
    const { files } = member;
    const { index } = tree;
    const news: string[] = [];
    for (const name of changed) {
      if (!index.has(name, member) && !files.isNoted(name))
        files.setReal(name, await this.realIn(tree, files.pathOf(name)));
      const path = files.realOf(name);
      if (path === undefined) continue;
      index.put(path, member);
      news.push(path);
    }
    for (const name of forgotten) {
      const path = files.realOf(name);
      files.forgetName(name);
      if (path === undefined) continue;
      // It may have another name.
      if (member.heldAt(path) === undefined) index.remove(path, member);
      else index.put(path, member);
      news.push(path);
    }
    if (news.length === 0) return false;
    // Work that a sweep took may be of any file.
    if (tree.sweeps.length > 0) return true;
    const asked = new Set([...tree.members].map(({ asking }) => asking?.path));
    return news.some((path) => index.hasOther(path, member) || asked.has(path));
  }

  /** Undefined for a file outside of the tree, and for one that nobody minds. */
  private async realIn({ top }: Tree, named: string): Promise<string | undefined> {
    const real = await this.parts.realPath(named);
    return real !== undefined && isInFolder(top, real) && !isLockFile(real) ? real : undefined;
  }

  /** True where something was committed since. */
  private async readCommit(tree: Tree): Promise<boolean> {
    const moves = await this.parts.moves(tree.folder);
    const told = [...tree.members].map(({ committedAt }) => committedAt);
    const at = moves === undefined ? Math.max(0, ...told) : lastCommitAt(moves);
    if (at === tree.committedAt) return false;
    tree.committedAt = at;
    return true;
  }

  /** Finds what a session and others meet in, and notes it on both sides. */
  private async meet(member: Member, affected: Set<Member>): Promise<void> {
    const { tree, sessionId } = member;
    const found = tree === undefined ? noMeetings : await this.meetingsOf(member, tree);
    for (const otherId of new Set([...member.meetings.keys(), ...found.keys()])) {
      const both = found.get(otherId);
      const other = this.members.get(otherId);
      if (isSameData(both, member.meetings.get(otherId))) continue;
      setOrDelete(member.meetings, otherId, both);
      if (other === undefined) continue;
      setOrDelete(other.meetings, sessionId, both);
      affected.add(other);
    }
    affected.add(member);
  }

  private async meetingsOf(
    member: Member,
    tree: Tree,
  ): Promise<ReadonlyMap<string, readonly Meeting[]>> {
    const candidates = candidatesOf(member, tree);
    const paths = pathsOf(candidates);
    if (paths.length === 0) return noMeetings;
    const ignored = await this.parts.ignored.among(tree.top, paths);
    return meetingsBy(member, tree, candidates, {
      file: (path) => ignored.has(path),
      pair: (other) => this.parts.kept.isQuiet(tree.top, member.sessionId, other),
    });
  }

  /** Finds what was taken from a session, and has it told on both sides. */
  private async miss(owner: Member, affected: Set<Member>): Promise<void> {
    const { tree } = owner;
    if (tree === undefined) return;
    const clientsOf = (id: string): readonly string[] => this.members.get(id)?.clients ?? [];
    if (await this.takings.check(owner, tree, clientsOf)) affected.add(owner);
    for (const { taker, owner: lost } of this.parts.kept.takenOf(owner.sessionId)) {
      for (const id of [taker, lost]) {
        const member = this.members.get(id);
        if (member !== undefined) affected.add(member);
      }
    }
  }

  private draw(affected: Iterable<Member>): void {
    if (this.isOver) return;
    for (const member of affected) {
      const card = this.cardOf(member);
      if (isSameData(card, member.card)) continue;
      member.card = card;
      this.parts.touch(member.sessionId);
    }
  }

  private cardOf(member: Member): CardCollisions | undefined {
    const { sessionId, tree, clients, meetings, isLiving } = member;
    if (!isLiving) return undefined;
    const isOther = (other: Member): boolean =>
      other.sessionId !== sessionId && !isSameClient(clients, other.clients);
    const met = tree === undefined ? [] : [...meetings.values()].flat();
    return cardCollisions({
      sessionId,
      others: [...(tree?.members ?? [])].filter(isOther).length,
      found: [
        ...met.map((one) => ({ ...one, top: tree?.top ?? '' })),
        ...this.takings.listLosses(member, (id) => this.members.get(id)),
      ],
      titleOf: (id) => this.members.get(id)?.title,
    });
  }
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
