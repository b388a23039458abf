import { mutesOf } from '../../shared/board/mutes';
import type { PrivateFolder } from '../util/files/privateFolder';
import type { RealPaths } from '../util/files/realPaths';
import type { Log } from '../util/log';
import { repositoryPlace } from '../util/files/gitPlace';
import { Collisions } from './collisions/collisions';
import { filesAfterSweep } from './collisions/evidence';
import { IgnoredFiles } from './collisions/ignored';
import { KeptCollisions } from './collisions/keptCollisions';
import { headMoves } from './collisions/reflog';
import { Warnings, type WarningsParts } from './collisions/warnings';
import type { Attendance } from './attention/attendance';
import type { SessionLocator } from './attention/places';
import type { BoardPart } from './domain/card/cardPart';
import type { Feature } from './board/feature';
import type { LiveBoard } from './board/liveBoard';
import { findGit } from './repositories/runGit';
import type { Handlers } from './serve/callRouter';
import { refusals } from './serve/refusal';
import type { Sources } from './sources';
import type { Losses } from './store/losses';

export interface HubCollisionsParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly losses: Pick<Losses, 'of'>;
  readonly board: LiveBoard;
  readonly attendance: Pick<Attendance, 'windows' | 'muted'>;
  readonly places: SessionLocator;
  readonly sources: Pick<Sources, 'repositories'>;
  readonly realPaths: Pick<RealPaths, 'of'>;
}

export interface HubCollisions extends Feature {
  readonly calls: Handlers<'dismissCollision'>;
  readonly boardPart: BoardPart;
  readonly warnings: Pick<Warnings, 'onDidFind' | 'stands'>;
}

/** Tells cards where sessions meet in one work tree. */
export function openCollisions({
  folder,
  log,
  losses,
  board,
  attendance: { windows, muted },
  places,
  sources: { repositories },
  realPaths,
}: HubCollisionsParts): HubCollisions {
  const kept = new KeptCollisions(folder, losses.of('collisions.json'));
  const ignored = new IgnoredFiles({ program: () => findGit(), now: Date.now });
  const evidence: WarningsParts['evidence'] = async (top, paths) =>
    filesAfterSweep(await findGit(), top, paths, folder.path);
  const warnings = new Warnings({
    windows,
    places,
    isMuted: (session) => mutesOf(muted.mutes, session, Date.now()).length > 0,
    session: (sessionId) => board.get(sessionId),
    kept,
    evidence,
    onDidChange: (sessionIds) => collisions.lookAgain(sessionIds),
    onError: (error) => log.error(`A warning failed: ${String(error)}`),
  });
  const collisions: Collisions = new Collisions({
    placeOf: (sessionId) => repositories.placeOf(sessionId),
    touch: (sessionId) => board.touch(sessionId),
    realPath: (file) => realPaths.of(file),
    ignored,
    moves: headMoves,
    kept,
    place: repositoryPlace,
    evidence,
    onDidTake: warnings.add,
    now: Date.now,
    onError: (error) => log.error(`Collisions failed: ${String(error)}`),
  });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) collisions.forget(sessionId);
  });
  repositories.onDidPlace((sessionIds) => {
    for (const sessionId of sessionIds) board.touch(sessionId);
  });
  return {
    boardPart: collisions,
    warnings,
    load: () => kept.load(),
    close: async () => {
      collisions.dispose();
      warnings.dispose();
      await kept.flush();
    },
    calls: {
      async dismissCollision({ sessionId, collision }) {
        const taken = kept.taken(collision);
        if (taken !== undefined) {
          const done = await kept.dismiss(taken);
          collisions.lookAgain([taken.taker, taken.owner]);
          return done;
        }
        const met = collisions.find(sessionId, collision);
        if (met === undefined) return refusals.collision;
        const done = await kept.letShare(met.top, met.sessions);
        collisions.lookAgain(met.sessions);
        return done;
      },
    },
  };
}
