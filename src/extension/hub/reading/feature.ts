import { PrivateFolder } from '../../util/files/privateFolder';
import type { FirstBoard } from '../board/firstBoard';
import type { Core } from '../core';
import type { Stranded } from '../stranded/stranded';

/** Delay in ms after the start before past sessions are read, once all costs are counted. */
const warmAfterMs = 3_000;

interface ReadingParts {
  readonly first: FirstBoard;
  /** Folder of the states of earlier days. */
  readonly days: PrivateFolder;
  readonly stranded: Stranded;
  readonly looks: { trust(): void };
}

/** Creates the feature that reads living sessions first, and past ones after everything else. */
export function createReadingFeature(
  { sources: { projects, registries, workTrees, repositories }, board, folder }: Core,
  { first, days, stranded, looks }: ReadingParts,
) {
  let warming: NodeJS.Timeout | undefined;
  return {
    async start() {
      await registries.start();
      void first.showAfter(projects.start(registries.sessionIds()), projects.whenRecentKnown);
      workTrees.start();
      repositories.start();
      warming = setTimeout(() => {
        void projects.complete.then(() => projects.reading.readNewPast());
        const subfolders = ['cache', 'backups'].map((name) => new PrivateFolder(folder.file(name)));
        for (const one of [folder, days, ...subfolders]) void one.deleteLeftovers();
      }, warmAfterMs).unref();
      await stranded.resolvePreviousHub(await registries.leftBehind());
      void projects.whenRecentKnown.then(() => {
        stranded.startOffering();
        // The remaining cards are computed before `trust`, so that sessions that were read last do
        // not count as changed.
        board.flush();
        looks.trust();
      });
    },
    async leave() {
      clearTimeout(warming);
    },
  };
}
