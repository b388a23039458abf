import { isInFolder } from '../../../shared/board/folders';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { Asking } from './levels';
import { isLockFile } from './quiet';
import { lastCommitAt, type HeadMove } from './reflog';
import { filesAfter, noFiles, unresolvedNames, type SessionFiles } from './sessionFiles';
import type { SessionSignals, SessionSnapshot } from './snapshot';
import { isOldSweep } from './sweeps';
import { needsFiles, type Tree, type TreeFact } from './tree';

export interface TreeSources {
  /** The work tree that a folder is in. */
  readonly place: (folder: string) => Promise<RepositoryPlace | undefined>;
  /** Undefined where nobody here can tell. */
  readonly realPath: (file: string) => Promise<string | undefined>;
  /** The last moves of the HEAD of git's folder. */
  readonly moves: (folder: string) => Promise<readonly HeadMove[] | undefined>;
  readonly now: () => number;
}

/** Completes what sessions tell by what only the disk knows: real paths, work trees and the log of HEAD. */
export class TreeReader {
  constructor(private readonly sources: TreeSources) {}

  /** The tree that a session is in; undefined while it is over or outside of any. */
  async placed(
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

  /** The sweeps of a session, in the trees that they swept. */
  async swept({ sweeps }: SessionSignals): Promise<readonly TreeFact[]> {
    const { now, place, realPath } = this.sources;
    const facts: TreeFact[] = [];
    for (const sweep of sweeps) {
      if (isOldSweep(sweep, now())) continue;
      const found = await place(sweep.folder);
      const top = found && (await realPath(found.top));
      const realFolder = await realPath(sweep.folder);
      if (top === undefined || realFolder === undefined) continue;
      facts.push({ type: 'swept', top, sweep: { ...sweep, realFolder } });
    }
    return facts;
  }

  /** What a session changed in its tree and what it asks to change there. */
  async worked(tree: Tree, snapshot: SessionSnapshot, signals: SessionSignals): Promise<TreeFact> {
    const { sessionId, clients } = snapshot;
    const isAlone = !needsFiles(tree);
    const asking = isAlone ? undefined : await this.asking(tree, snapshot);
    const files = isAlone ? noFiles(sessionId) : await this.files(tree, snapshot);
    return { type: 'worked', session: { sessionId, clients, asking, files, ...signals } };
  }

  /** The last moment that a commit of the tree may cover. */
  async committed({ top, folder, sessions, committedAt: known }: Tree): Promise<TreeFact> {
    const moves = await this.sources.moves(folder);
    const bySignals = [...sessions.values()].map(({ committedAt }) => committedAt);
    // Without a log only sessions know of commits: what one told stays true once that session has left.
    const at = moves === undefined ? Math.max(known, ...bySignals) : lastCommitAt(moves);
    return { type: 'committed', top, at };
  }

  private async asking(
    tree: Tree,
    { sessionId, startedAt, request }: SessionSnapshot,
  ): Promise<Asking | undefined> {
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

  /** Undefined for a file outside of the tree, and for a lock file. */
  private async realPathIn({ top }: Tree, named: string): Promise<string | undefined> {
    const real = await this.sources.realPath(named);
    return real !== undefined && isInFolder(top, real) && !isLockFile(real) ? real : undefined;
  }
}
