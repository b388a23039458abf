import { PrivateFolder } from '../../util/files/privateFolder';
import type { FirstBoard } from '../board/firstBoard';
import type { Core } from '../core';
import type { Stranded } from '../stranded/stranded';

/** Minimum time in ms from the start until the past is read, after all costs are counted. */
const warmAfterMs = 3_000;

interface ReadingParts {
  readonly first: FirstBoard;
  /** Folder of the states of earlier days. */
  readonly days: PrivateFolder;
  readonly stranded: Stranded;
  readonly looks: { trust(): void };
}

/** Reads living sessions first, and the past once nothing else waits. */
export function openReading(
  { sources: { projects, registry, workTrees, repositories }, board, folder }: Core,
  { first, days, stranded, looks }: ReadingParts,
) {
  let warming: NodeJS.Timeout | undefined;
  return {
    async start() {
      await registry.start();
      void first.showAfter(projects.start(registry.sessionIds()), projects.whenRecentKnown);
      workTrees.start();
      repositories.start();
      warming = setTimeout(() => {
        void projects.complete.then(() => projects.reading.readNewPast());
        const others = ['cache', 'backups'].map((each) => new PrivateFolder(folder.file(each)));
        for (const one of [folder, days, ...others]) void one.deleteLeftovers();
      }, warmAfterMs).unref();
      await stranded.resolvePreviousHub(await registry.leftBehind());
      void projects.whenRecentKnown.then(() => {
        stranded.showFromNow();
        // Draws the remaining cards before looks count, so that sessions read last are not news.
        board.flush();
        looks.trust();
      });
    },
    async leave() {
      clearTimeout(warming);
    },
  };
}
