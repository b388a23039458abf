import { isInFolder } from '../../../shared/board/folders';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { PendingChange } from './levels';
import { isLockFile } from './quiet';
import { lastCommitAt, type HeadMove } from './reflog';
import { filesAfter, noFiles, unresolvedNames, type SessionFiles } from './sessionFiles';
import type { SessionSignals, SessionSnapshot } from './snapshot';
import { isOldSweep } from './sweeps';
import { needsFiles, type Tree, type TreeFact } from './tree';

export interface TreeSources {
  /** Returns the work tree that contains a folder. */
  readonly workTreeOf: (folder: string) => Promise<RepositoryPlace | undefined>;
  /** Returns the real path of a file; undefined if it cannot be determined. */
  readonly realPath: (file: string) => Promise<string | undefined>;
  /** Returns the last HEAD moves in the reflog of a git folder. */
  readonly moves: (folder: string) => Promise<readonly HeadMove[] | undefined>;
  readonly now: () => number;
}

/**
 * Reads from the disk what collisions need besides the sessions' facts: real paths, work trees and
 * the reflog of HEAD.
 */
export class TreeReader {
  constructor(private readonly sources: TreeSources) {}

  /**
   * Returns the work tree of a session; without a place if the session has ended or is outside any
   * work tree.
   */
  async readWorkTree(
    sessionId: string,
    snapshot: SessionSnapshot | undefined,
    before: Tree | undefined,
  ): Promise<TreeFact> {
    const place = snapshot?.isLiving === true ? snapshot.place : undefined;
    if (place === undefined || before?.folder === place.folder)
      return { type: 'placed', sessionId, place: place && before };
    const top = await this.sources.realPath(place.top);
    return { type: 'placed', sessionId, place: top === undefined ? undefined : { ...place, top } };
  }

  /** Returns a session's sweeps with the trees that they affect. */
  async readSweeps({ sweeps }: SessionSignals): Promise<readonly TreeFact[]> {
    const { now, workTreeOf, realPath } = this.sources;
    const facts: TreeFact[] = [];
    for (const sweep of sweeps) {
      if (isOldSweep(sweep, now())) continue;
      const found = await workTreeOf(sweep.folder);
      const top = found && (await realPath(found.top));
      const realFolder = await realPath(sweep.folder);
      if (top === undefined || realFolder === undefined) continue;
      facts.push({ type: 'swept', top, sweep: { ...sweep, realFolder } });
    }
    return facts;
  }

  /** Returns a session's changes in its tree, and its request to change a file there. */
  async readWork(
    tree: Tree,
    snapshot: SessionSnapshot,
    signals: SessionSignals,
  ): Promise<TreeFact> {
    const { sessionId, clients } = snapshot;
    const isAlone = !needsFiles(tree);
    const asking = isAlone ? undefined : await this.findRequestIn(tree, snapshot);
    const files = isAlone ? noFiles(sessionId) : await this.files(tree, snapshot);
    return { type: 'worked', session: { sessionId, clients, asking, files, ...signals } };
  }

  /**
   * Returns the latest time at which the last commit of the tree may have been made; a reflog has
   * whole seconds only.
   */
  async readLastCommit({ top, folder, sessions, committedAt: known }: Tree): Promise<TreeFact> {
    const moves = await this.sources.moves(folder);
    const bySignals = [...sessions.values()].map(({ committedAt }) => committedAt);
    // Without a reflog, commits are known only from sessions; `known` retains those of sessions
    // that have left.
    const at = moves === undefined ? Math.max(known, ...bySignals) : lastCommitAt(moves);
    return { type: 'committed', top, at };
  }

  private async findRequestIn(
    tree: Tree,
    { sessionId, startedAt, request }: SessionSnapshot,
  ): Promise<PendingChange | undefined> {
    const path = request && (await this.realPathIn(tree, request.named));
    if (request === undefined || path === undefined) return undefined;
    const known = tree.sessions.get(sessionId)?.asking;
    const { requestId, agentId, at } = request;
    return known?.requestId === requestId
      ? known
      : { sessionId, requestId, agentId, path, at, startedAt };
  }

  private async files(tree: Tree, { sessionId, work }: SessionSnapshot): Promise<SessionFiles> {
    const before = tree.sessions.get(sessionId)?.files ?? noFiles(sessionId);
    const reals = new Map<string, string | undefined>();
    for (const [name, path] of unresolvedNames(before, work))
      reals.set(name, await this.realPathIn(tree, path));
    return filesAfter(before, work, reals);
  }

  /** Returns a file's real path; undefined if it is outside the tree or a lock file. */
  private async realPathIn({ top }: Tree, named: string): Promise<string | undefined> {
    const real = await this.sources.realPath(named);
    return real !== undefined && isInFolder(top, real) && !isLockFile(real) ? real : undefined;
  }
}
