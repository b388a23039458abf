import type { IgnoredFiles } from './ignored';
import type { KeptCollisions, WorkLoss } from './keptCollisions';
import { changeProof, iso, collisionId, type TreeCollision } from './levels';
import type { HeadMove } from './reflog';
import { lastChanges, type LastChange } from './sessionFiles';
import {
  coversFile,
  isAtRisk,
  isOverlapping,
  isRemovedBySweep,
  switchedTo,
  type FileAfterSweep,
  type OpenSweep,
  type Sweep,
} from './sweeps';
import type { Tree } from './tree';

/** Maximum number of files stored for one loss. */
const maxFiles = 100;

/** State of files after a sweep, by real path. */
type Evidence = ReadonlyMap<string, FileAfterSweep>;

export interface LossSources {
  readonly kept: Pick<KeptCollisions, 'lossWithId'>;
  readonly ignored: Pick<IgnoredFiles, 'among'>;
  /** Returns the last HEAD moves in the reflog of a git folder. */
  readonly moves: (folder: string) => Promise<readonly HeadMove[] | undefined>;
  /** Undefined if git cannot answer. */
  readonly evidence: (top: string, paths: readonly string[]) => Promise<Evidence | undefined>;
}

/**
 * Returns the uncommitted work of a session that another session's sweep removed, as far as files
 * and git prove it. Undefined if there is none, or no more files than are already stored.
 */
export async function findLoss(
  sources: LossSources,
  tree: Tree,
  owner: string,
  open: OpenSweep,
  titleOf: (sessionId: string) => string | undefined,
): Promise<WorkLoss | undefined> {
  const { top, folder } = tree;
  const { taker, at } = open;
  const atRisk = changesAtRisk(tree, owner, open);
  if (atRisk.length === 0) return undefined;
  const paths = atRisk.map(({ path }) => path);
  // Ignored files are not treated as a session's work.
  const ignored = await sources.ignored.among(top, paths);
  const relevant = paths.filter((path) => !ignored.has(path));
  const evidence = relevant.length === 0 ? undefined : await sources.evidence(top, relevant);
  if (evidence === undefined) return undefined;
  const { sweeps, files } = lossOf(open, atRisk, evidence, (await sources.moves(folder)) ?? []);
  const id = collisionId('taken', top, taker, owner, at);
  const known = sources.kept.lossWithId(id);
  if (files.length <= (known?.files.length ?? 0)) return undefined;
  return {
    kind: 'taken',
    id,
    top,
    taker,
    owner,
    titles: Object.fromEntries([taker, owner].map((one) => [one, titleOf(one) ?? ''])),
    at,
    sweeps,
    files: files.slice(0, maxFiles).map(({ path, at: changedAt, agentId }) => ({
      path,
      at: changedAt,
      agentId,
    })),
    dismissed: known?.dismissed ?? false,
    told: known?.told ?? false,
  };
}

/**
 * Returns the uncommitted changes of a session that another session's sweep may have removed; none
 * if a sweep of the session itself ran at the same time.
 */
function changesAtRisk(
  { sessions, committedAt }: Tree,
  owner: string,
  { sweeps }: OpenSweep,
): readonly LastChange[] {
  const own = sessions.get(owner);
  const [first] = sweeps;
  if (own === undefined || first === undefined) return [];
  const isOwn = sweeps.some((sweep) => own.sweeps.some((one) => isOverlapping(one, sweep)));
  if (isOwn) return [];
  return lastChanges(own.files).filter((change) => isAtRisk(change, first, committedAt));
}

/**
 * Returns the files whose changes the sweeps of one command removed or carried to another branch,
 * and the sweeps that did so.
 */
function lossOf(
  open: OpenSweep,
  atRisk: readonly LastChange[],
  evidence: Evidence,
  moves: readonly HeadMove[],
): { readonly sweeps: WorkLoss['sweeps']; readonly files: readonly LastChange[] } {
  const lost = new Set<LastChange>();
  const sweeps = open.sweeps.flatMap((sweep) => {
    const covered = atRisk.flatMap((change) => {
      const seen = evidence.get(change.path);
      const isCovered = seen !== undefined && coversFile(sweep, sweep.realFolder, change.path);
      return isCovered ? [{ change, seen }] : [];
    });
    const taken = covered.filter(({ change, seen }) =>
      isRemovedBySweep(change, sweep, seen, moves),
    );
    const carried = covered.filter(({ seen }) => isCarried(sweep, seen, moves));
    for (const { change } of [...taken, ...carried]) lost.add(change);
    if (taken.length + carried.length === 0) return [];
    return { ...describeSweep(sweep, moves), ...(taken.length === 0 && { carried: true }) };
  });
  return { sweeps, files: [...lost] };
}

/** Returns whether an uncommitted change still exists, but on the branch that the sweep switched to. */
function isCarried(
  sweep: Sweep,
  { writtenAt, status }: FileAfterSweep,
  moves: readonly HeadMove[],
): boolean {
  return writtenAt !== undefined && status === 'other' && switchedTo(sweep, moves) !== undefined;
}

function describeSweep(sweep: Sweep, moves: readonly HeadMove[]): WorkLoss['sweeps'][number] {
  const { act, command } = sweep;
  const branch = switchedTo(sweep, moves) ?? sweep.branch;
  return { act, command, ...(branch !== undefined && { branch }) };
}

/**
 * Returns a loss as cards show it, without files that the owner has changed again since; undefined
 * if none is left.
 */
export function lossCollision(
  { id, top, taker, owner, titles, at, sweeps, files }: WorkLoss,
  ownChanges: readonly LastChange[],
): TreeCollision | undefined {
  const changedAgain = new Set(ownChanges.filter((one) => one.at > at).map(({ path }) => path));
  const remaining = files.filter(({ path }) => !changedAgain.has(path));
  if (remaining.length === 0) return undefined;
  const proof = remaining
    .toSorted((a, b) => a.at - b.at)
    .map((file) =>
      changeProof({ ...file, sessionId: owner, agentId: file.agentId, since: undefined }),
    );
  return {
    id,
    level: 3,
    top,
    sessions: [taker, owner],
    titles,
    paths: remaining.map(({ path }) => path),
    at,
    proof: [...proof, ...sweeps.map((sweep) => ({ sessionId: taker, at: iso(at), ...sweep }))],
  };
}
