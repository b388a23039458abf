import { mutesOf } from '../../../shared/board/mutes';
import { repositoryPlace } from '../../util/files/gitPlace';
import { Collisions } from './collisions';
import { filesAfterSweep } from './evidence';
import { IgnoredFiles } from './ignored';
import { KeptCollisions } from './keptCollisions';
import { headMoves } from './reflog';
import { Warnings, type WarningsParts } from './warnings';
import type { BoardPart } from '../domain/card/cardPart';
import type { Core } from '../core';
import type { Feature } from '../feature';
import { findGit } from '../repositories/runGit';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

export interface HubCollisions extends Feature {
  readonly calls: Handlers<'dismissCollision'>;
  readonly boardPart: BoardPart;
  readonly warnings: Pick<Warnings, 'onDidFind' | 'stands'>;
}

/** Creates the feature that shows collisions on cards and warns about lost work. */
export function createCollisionsFeature({
  folder,
  log,
  losses,
  board,
  attendance: { windows, muted },
  places,
  sources: { repositories },
  realPaths,
}: Core): HubCollisions {
  const kept = new KeptCollisions(folder, losses.errorHandler('collisions.json'));
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
    onDidChange: (sessionIds) => collisions.refreshPlaces(sessionIds),
    onError: (error) => log.error(`A warning failed: ${String(error)}`),
  });
  const collisions: Collisions = new Collisions({
    placeOf: (sessionId) => repositories.placeOf(sessionId),
    touch: (sessionId) => board.touch(sessionId),
    realPath: (file) => realPaths.findRealPath(file),
    ignored,
    moves: headMoves,
    kept,
    workTreeOf: repositoryPlace,
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
        const taken = kept.lossWithId(collision);
        if (taken !== undefined) {
          const done = await kept.dismiss(taken);
          collisions.refreshPlaces([taken.taker, taken.owner]);
          return done;
        }
        const meeting = collisions.find(sessionId, collision);
        if (meeting === undefined) return refusals.collision;
        const done = await kept.allowSharing(meeting.top, meeting.sessions);
        collisions.refreshPlaces(meeting.sessions);
        return done;
      },
    },
  };
}
