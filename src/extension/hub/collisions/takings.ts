import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { ToldMeeting } from './card';
import type { IgnoredFiles } from './ignored';
import type { KeptCollisions, Taken } from './keptCollisions';
import { changeProof, iso } from './levels';
import type { Member } from './member';
import { isSameClient } from './quiet';
import type { HeadMove } from './reflog';
import {
  coversFile,
  isAtRisk,
  isOverlapping,
  isTaken,
  switchedTo,
  takenId,
  type FileAfterSweep,
  type Sweep,
} from './sweeps';
import type { Held } from './touchIndex';
import type { Tree } from './tree';

/** Age in ms from which a sweep is not looked at: files have changed since, and tell nothing of it. */
const oldestMs = 12 * 60 * 60_000;
/** Changes from before a sweep may be read this much later, in ms. */
const lateMs = 60_000;
/** Files of one taking that are kept. */
const mostFiles = 100;

export interface TakingsParts {
  readonly kept: Pick<KeptCollisions, 'taken' | 'takenOf' | 'put'>;
  readonly ignored: Pick<IgnoredFiles, 'among'>;
  /** The work tree that a folder is in. */
  readonly place: (folder: string) => Promise<RepositoryPlace | undefined>;
  /** Undefined where nobody here can tell. */
  readonly realPath: (file: string) => Promise<string | undefined>;
  /** The last moves of the HEAD of git's folder. */
  readonly moves: (folder: string) => Promise<readonly HeadMove[] | undefined>;
  readonly evidence: (
    top: string,
    paths: readonly string[],
  ) => Promise<ReadonlyMap<string, FileAfterSweep> | undefined>;
  readonly titlesOf: (sessionIds: readonly string[]) => Record<string, string>;
  readonly onDidTake: (taken: Taken) => void;
  readonly now: () => number;
}

/** The sweeps of one command in a tree, and the sessions whose work was looked for after it. */
export interface OpenSweep {
  readonly taker: string;
  readonly at: number;
  readonly sweeps: readonly (Sweep & { readonly realFolder: string })[];
  readonly checked: Set<string>;
}

/**
 * Finds uncommitted work that a session took from another: only what files and git prove. It is told
 * until a person dismisses it, or its owner has changed all those files again; also when the taker is
 * over, as the work is still gone, and not while the owner is, as nobody misses it then.
 */
export class Takings {
  constructor(private readonly parts: TakingsParts) {}

  /** Notes the sweeps of a session in the trees that they swept; answers these trees. */
  async note(
    sweeps: readonly Sweep[],
    treeOf: (top: string) => Tree | undefined,
  ): Promise<readonly Tree[]> {
    const { now, place, realPath } = this.parts;
    const swept = new Set<Tree>();
    for (const sweep of sweeps) {
      if (now() - sweep.at > oldestMs) continue;
      const found = await place(sweep.folder);
      const top = found && (await realPath(found.top));
      const realFolder = await realPath(sweep.folder);
      const tree = top === undefined ? undefined : treeOf(top);
      if (tree === undefined || realFolder === undefined) continue;
      const { sessionId: taker, at } = sweep;
      const same = tree.sweeps.find((one) => one.taker === taker && one.at === at);
      const known = same?.sweeps ?? [];
      if (known.some(({ command }) => command === sweep.command)) continue;
      tree.sweeps = [
        ...tree.sweeps.filter((one) => one !== same && now() - one.at <= oldestMs),
        { taker, at, sweeps: [...known, { ...sweep, realFolder }], checked: new Set() },
      ];
      swept.add(tree);
    }
    return [...swept];
  }

  /** Looks for work of the owner that was taken from it; true where there is some that was not known. */
  async check(
    owner: Member,
    tree: Tree,
    clientsOf: (id: string) => readonly string[],
  ): Promise<boolean> {
    let isNew = false;
    for (const open of tree.sweeps) {
      const { taker, at, checked } = open;
      if (taker === owner.sessionId || isSameClient(clientsOf(taker), owner.clients)) continue;
      if (checked.has(owner.sessionId) && this.parts.now() - at > lateMs) continue;
      checked.add(owner.sessionId);
      if (await this.look(owner, tree, open)) isNew = true;
    }
    return isNew;
  }

  /** Losses that the card of a session tells, those that it took and those that it suffered. */
  listLosses(member: Member, ownerOf: (id: string) => Member | undefined): readonly ToldMeeting[] {
    return this.parts.kept.takenOf(member.sessionId).flatMap((taken): ToldMeeting | [] => {
      const { id, top, taker, owner: ownerId, titles, at, sweeps } = taken;
      const owner = ownerOf(ownerId);
      if (owner === undefined || !owner.isLiving) return [];
      const again = new Set(owner.held.filter((held) => held.at > at).map(({ path }) => path));
      const files = taken.files.filter(({ path }) => !again.has(path));
      if (files.length === 0) return [];
      const proof = files
        .toSorted((a, b) => a.at - b.at)
        .map((file) =>
          changeProof({ ...file, sessionId: ownerId, agentId: file.agentId, since: undefined }),
        );
      const acts = sweeps.map((sweep) => ({ sessionId: taker, at: iso(at), ...sweep }));
      return {
        id,
        level: 3,
        top,
        sessions: [taker, ownerId],
        titles,
        paths: files.map(({ path }) => path),
        fileCount: files.length,
        at,
        proof: [...proof, ...acts],
      };
    });
  }

  private async look(owner: Member, tree: Tree, open: OpenSweep): Promise<boolean> {
    const { kept, moves: readMoves } = this.parts;
    const [first] = open.sweeps;
    if (first === undefined) return false;
    const isOwn = open.sweeps.some((sweep) =>
      owner.sweeps.some((own) => isOverlapping(own, sweep)),
    );
    const atRisk = isOwn
      ? []
      : owner.held.filter((held) => isAtRisk(held, first, tree.committedAt));
    const evidence = await this.evidenceOf(tree, atRisk);
    if (evidence === undefined) return false;
    const moves = (await readMoves(tree.folder)) ?? [];
    const proved = open.sweeps.flatMap((sweep) => {
      const covered = atRisk.flatMap((held) => {
        const seen = evidence.get(held.path);
        const isCovered = seen !== undefined && coversFile(sweep, sweep.realFolder, held.path);
        return isCovered ? [{ held, seen }] : [];
      });
      const gone = covered.filter(({ held, seen }) => isTaken(held, sweep, seen, moves));
      const carried = covered.filter(({ seen }) => isCarried(sweep, seen, moves));
      const files = [...new Set([...gone, ...carried].map(({ held }) => held))];
      return files.length === 0 ? [] : [{ sweep, files, isGone: gone.length > 0 }];
    });
    const files = new Set(proved.flatMap((one) => one.files));
    const id = takenId(tree.top, first, owner.sessionId);
    const known = kept.taken(id);
    if (files.size <= (known?.files.length ?? 0)) return false;
    const taken: Taken = {
      kind: 'taken',
      id,
      top: tree.top,
      taker: open.taker,
      owner: owner.sessionId,
      titles: this.parts.titlesOf([open.taker, owner.sessionId]),
      at: open.at,
      sweeps: proved.map(({ sweep, isGone }) => ({
        ...sweptBy(sweep, moves),
        ...(!isGone && { carried: true }),
      })),
      files: [...files].slice(0, mostFiles).map(({ path, at, agentId }) => ({ path, at, agentId })),
      dismissed: known?.dismissed ?? false,
      told: known?.told ?? false,
    };
    void kept.put(taken);
    this.parts.onDidTake(taken);
    return true;
  }

  /** Evidence, by path, of what is left of files at risk; undefined where git cannot tell. Files that git ignores are left out: they are nobody's work. */
  private async evidenceOf(
    { top }: Tree,
    atRisk: readonly Held[],
  ): Promise<ReadonlyMap<string, FileAfterSweep> | undefined> {
    if (atRisk.length === 0) return undefined;
    const paths = atRisk.map(({ path }) => path);
    const ignored = await this.parts.ignored.among(top, paths);
    const minded = paths.filter((path) => !ignored.has(path));
    return minded.length === 0 ? undefined : this.parts.evidence(top, minded);
  }
}

/** Work that is still there, but on another branch than its owner knows. */
function isCarried(
  sweep: Sweep,
  { writtenAt, status }: FileAfterSweep,
  moves: readonly HeadMove[],
): boolean {
  return writtenAt !== undefined && status === 'other' && switchedTo(sweep, moves) !== undefined;
}

function sweptBy(sweep: Sweep, moves: readonly HeadMove[]): Taken['sweeps'][number] {
  const { act, command } = sweep;
  const branch = switchedTo(sweep, moves) ?? sweep.branch;
  return { act, command, ...(branch !== undefined && { branch }) };
}
