import { PrivateFolder } from '../../util/files/privateFolder';
import type { FirstBoard } from '../board/firstBoard';
import type { Core } from '../core';
import type { Stranded } from '../stranded/stranded';

/** The past is read when the present has been shown for so long, in ms, and all its cost is known. */
const warmAfterMs = 3_000;

interface ReadingParts {
  readonly first: FirstBoard;
  /** The folder of what sessions did on earlier days. */
  readonly days: PrivateFolder;
  readonly stranded: Stranded;
  readonly looks: { trust(): void };
}

/** Reads living sessions first, and the past when nobody waits for anything any more. */
export function openReading(
  { sources: { projects, registry, workTrees, repositories }, board, folder }: Core,
  { first, days, stranded, looks }: ReadingParts,
) {
  let warming: NodeJS.Timeout | undefined;
  return {
    async start() {
      await registry.start();
      void first.showAfter(projects.start(registry.sessionIds()), projects.recent);
      workTrees.start();
      repositories.start();
      warming = setTimeout(() => {
        void projects.complete.then(() => projects.reading.warm());
        const others = ['cache', 'backups'].map((each) => new PrivateFolder(folder.file(each)));
        for (const one of [folder, days, ...others]) void one.tidy();
      }, warmAfterMs).unref();
      await stranded.begin(await registry.leftBehind());
      void projects.recent.then(() => {
        stranded.showFromNow();
        board.flush(); // Cards of what was read last are not drawn yet: it is no news of now.
        looks.trust();
      });
    },
    async leave() {
      clearTimeout(warming);
    },
  };
}
