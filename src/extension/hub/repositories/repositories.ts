import { realpath } from 'node:fs/promises';
import type { RepositoryState } from '../../../shared/protocol/layers/display';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { DomainEvent, RepositoryEvent } from '../domain/facts/event';
import { Emitter } from '../../util/emitter';
import { repositoryPlace, type RepositoryPlace } from '../../util/files/gitPlace';
import { gitStatus, type GitStatusResult } from './gitStatus';
import { FileTimeout } from './fileTimeout';
import { findGit } from './runGit';
import { WorkTree } from './workTree';

/** Poll intervals of a work tree's files in ms, with recent activity and without. */
const sweepMs = 3_000;
const restingSweepMs = 15_000;
/** Interval in ms at which the repository of a folder is searched again, since it may change. */
const findAgainMs = 60_000;
/** Delay in ms of the first poll of a new folder; folders added meanwhile share that poll. */
const firstPollMs = 200;
const gitTimeoutMs = 5_000;
/** Timeout in ms of reading files, so that an offline file server does not delay other folders. */
const filesTimeoutMs = 5_000;
/** Interval in ms at which git is searched again while it is not installed. */
const findGitAgainMs = 5 * 60_000;

export interface RepositoriesParts {
  readonly emit: (event: RepositoryEvent) => void;
  /** False while no window and no phone is connected; nothing is read then. */
  readonly isWatched: () => boolean;
  /** Our folder, in which views of repositories are created for git (see `runFrozen`). */
  readonly scratch?: string;
  readonly findGit?: () => Promise<string | undefined>;
  readonly runStatus?: typeof gitStatus;
  readonly find?: typeof repositoryPlace;
  readonly filesTimeoutMs?: number;
  readonly now?: () => number;
}

type Card = Pick<LiveSession, 'sessionId' | 'projectPath' | 'agentState'>;

/** A folder in which sessions run. */
interface Place {
  /** Ids of the sessions. */
  readonly sessions: Set<string>;
  /** Undefined until it is found, and outside git. */
  tree: WorkTree | undefined;
  /** Time at which the work tree is searched again, in ms since 1970. */
  findAt: number;
}

interface Session {
  readonly folder: string;
  readonly group: LiveSession['agentState']['group'];
  /** The last emitted state, as JSON. */
  emitted: string | undefined;
}

/** The result if git could not be started. */
const noAnswer = (): GitStatusResult => ({ kind: 'nothing' });

/**
 * Tracks the repositories of the sessions on the board. Polls git's files, and runs git only when
 * these or the sessions' activity indicate a change.
 */
export class Repositories implements Disposable {
  private readonly sessions = new Map<string, Session>();
  /** By the sessions' folder. */
  private readonly places = new Map<string, Place>();
  /** By git's folder, so that folders in the same work tree share an entry. */
  private readonly trees = new Map<string, WorkTree>();
  private readonly placed = new Emitter<readonly string[]>();
  /** Fires with the ids of sessions whose work tree was found or changed. */
  readonly onDidPlace = this.placed.event;
  private readonly checks = new Coalescer(() => this.checkTrees());
  private readonly gitRuns = new Coalescer(() => this.runDueGit());
  private timer: NodeJS.Timeout | undefined;
  private firstPoll: NodeJS.Timeout | undefined;
  private isDisposed = false;
  private git: { readonly program: string | undefined; readonly at: number } | undefined;

  private readonly now: () => number;
  private readonly patience: FileTimeout;

  constructor(private readonly parts: RepositoriesParts) {
    this.now = parts.now ?? Date.now;
    this.patience = new FileTimeout(parts.filesTimeoutMs ?? filesTimeoutMs);
  }

  start(): void {
    this.timer = setInterval(() => void this.poll(), sweepMs);
    this.timer.unref();
  }

  /** Polls the files that are due, then runs git where that is due; resolves after both. */
  async poll(): Promise<void> {
    await this.checks.run();
    await this.gitRuns.run();
  }

  dispose(): void {
    this.isDisposed = true;
    this.placed.dispose();
    clearInterval(this.timer);
    clearTimeout(this.firstPoll);
  }

  /** Returns the work tree of a session's folder; undefined until it is found, and outside git. */
  placeOf(sessionId: string): RepositoryPlace | undefined {
    const folder = this.sessions.get(sessionId)?.folder;
    return folder === undefined ? undefined : this.places.get(folder)?.tree?.place;
  }

  /** Applies a change of the board's sessions. */
  update(changed: readonly Card[], removed: readonly string[]): void {
    for (const sessionId of removed) this.untrack(sessionId);
    for (const card of changed) this.track(card);
  }

  /** Handles an event: after new lines of a transcript, files may have changed. */
  readonly applyEvent = ({ type, sessionId }: DomainEvent): void => {
    if (type !== 'transcriptRead' && type !== 'subagentRead') return;
    const session = this.sessions.get(sessionId);
    if (session !== undefined) this.touch(session);
  };

  private track({ sessionId, projectPath: folder, agentState: { group } }: Card): void {
    if (folder === '') return;
    const before = this.sessions.get(sessionId);
    if (before?.folder === folder && before.group === group) return;
    if (before !== undefined && before.folder !== folder) this.removeFrom(sessionId, before.folder);
    const session = { folder, group, emitted: before?.emitted };
    this.sessions.set(sessionId, session);
    const place = this.places.get(folder) ?? { sessions: new Set(), tree: undefined, findAt: 0 };
    this.places.set(folder, place);
    place.sessions.add(sessionId);
    place.tree?.follow(sessionId, group !== 'delivered', this.now());
    if (before?.folder === folder) {
      if (before.group === 'autonomous') this.touch(session);
      return;
    }
    if (place.tree !== undefined) {
      this.emitState(place.tree.state, [sessionId]);
      this.placed.fire([sessionId]);
    }
    this.firstPoll ??= setTimeout(() => {
      this.firstPoll = undefined;
      void this.poll();
    }, firstPollMs).unref();
  }

  private untrack(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session === undefined) return;
    this.sessions.delete(sessionId);
    this.removeFrom(sessionId, session.folder);
  }

  private removeFrom(sessionId: string, folder: string): void {
    const place = this.places.get(folder);
    place?.sessions.delete(sessionId);
    place?.tree?.sessions.delete(sessionId);
    if (place?.sessions.size === 0) this.places.delete(folder);
    this.dropUnused(place?.tree);
  }

  private dropUnused(tree: WorkTree | undefined): void {
    if (tree?.sessions.size !== 0) return;
    for (const [folder, one] of this.trees) if (one === tree) this.trees.delete(folder);
  }

  private touch({ folder, group }: Session): void {
    const tree = this.places.get(folder)?.tree;
    tree?.touch(group === 'autonomous', this.now());
    if (tree?.gitDueAt !== undefined && tree.gitDueAt <= this.now()) void this.gitRuns.run();
  }

  private async checkTrees(): Promise<void> {
    for (const [folder, place] of this.places) {
      if (!this.isWanted()) return;
      if (place.findAt > this.now()) continue;
      await this.patience.run(folder, () => this.find(folder, place));
    }
    for (const tree of this.trees.values()) {
      if (!this.isWanted()) return;
      if (tree.pollAt > this.now()) continue;
      const now = this.now();
      tree.pollAt = now + (tree.isBusy(now) ? 0 : restingSweepMs);
      const isThere = await this.patience.run(tree, () => tree.readStamp(now));
      if (isThere === true) this.emitState(tree.state, tree.sessions.keys());
      else if (isThere === false) this.searchAgain(tree);
    }
  }

  private searchAgain(tree: WorkTree): void {
    for (const place of this.places.values()) if (place.tree === tree) place.findAt = 0;
  }

  /** Finds the work tree of a folder, which may differ from the previous one. */
  private async find(folder: string, place: Place): Promise<void> {
    place.findAt = this.now() + findAgainMs;
    const found = await (this.parts.find ?? repositoryPlace)(folder);
    const key = found && (await realpath(found.folder).catch(() => found.folder));
    // The folder's sessions have left the board meanwhile.
    if (this.places.get(folder) !== place) return;
    const known = key === undefined ? undefined : this.trees.get(key);
    const tree = known ?? (found && new WorkTree(found));
    if (tree === undefined) this.emitState(undefined, place.sessions);
    if (tree === place.tree) return;
    const before = place.tree;
    place.tree = tree;
    for (const sessionId of place.sessions) {
      before?.sessions.delete(sessionId);
      const isLive = this.sessions.get(sessionId)?.group !== 'delivered';
      tree?.follow(sessionId, isLive, this.now());
    }
    this.dropUnused(before);
    if (!this.isDisposed) this.placed.fire([...place.sessions]);
    if (tree === undefined) return;
    if (key !== undefined) this.trees.set(key, tree);
    if (known !== undefined) this.emitState(tree.state, place.sessions);
  }

  /** Runs git for all work trees that are due, one at a time, the one that is due longest first. */
  private async runDueGit(): Promise<void> {
    const { runStatus = gitStatus, scratch } = this.parts;
    for (let tree = this.mostOverdue(); tree !== undefined; tree = this.mostOverdue()) {
      const program = await this.findGit();
      // The stamp is read before git runs, so that the next poll detects changes in the meantime.
      const isThere = await this.patience.run(tree, () => tree.readStamp(this.now()));
      const startedAt = this.now();
      tree.markGitStarted(this.now());
      this.emitState(tree.state, tree.sessions.keys());
      if (program === undefined || isThere === undefined) continue;
      const { top } = tree.place;
      const result = await runStatus({ program, top, scratch, timeoutMs: gitTimeoutMs }).catch(
        noAnswer,
      );
      const counts = result.kind === 'counts' ? result.counts : undefined;
      await tree.applyCounts(counts, Math.max(0, this.now() - startedAt), result.kind === 'late');
      this.emitState(tree.state, tree.sessions.keys());
    }
  }

  private mostOverdue(): WorkTree | undefined {
    if (!this.isWanted()) return undefined;
    let first: WorkTree | undefined;
    for (const tree of this.trees.values()) {
      const { gitDueAt } = tree;
      if (gitDueAt === undefined || gitDueAt > this.now()) continue;
      if (first?.gitDueAt === undefined || gitDueAt < first.gitDueAt) first = tree;
    }
    return first;
  }

  private async findGit(): Promise<string | undefined> {
    const now = this.now();
    const { program, at = 0 } = this.git ?? {};
    if (program !== undefined || now - at < findGitAgainMs) return program;
    const found = await (this.parts.findGit ?? findGit)();
    this.git = { program: found, at: now };
    return found;
  }

  private isWanted(): boolean {
    return !this.isDisposed && !this.patience.isExhausted && this.parts.isWatched();
  }

  private emitState(state: RepositoryState | undefined, sessionIds: Iterable<string>): void {
    if (this.isDisposed) return;
    const json = state && JSON.stringify(state);
    for (const sessionId of sessionIds) {
      const session = this.sessions.get(sessionId);
      if (session === undefined || session.emitted === json) continue;
      session.emitted = json;
      this.parts.emit({ type: 'repository', sessionId, at: this.now(), state });
    }
  }
}
