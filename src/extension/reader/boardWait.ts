import type { BoardModel } from '../link/boardModel';

/** How long a page that comes before the board waits for it, in ms. */
const boardWaitMs = 15_000;

/** Settles once a session is known, or the board is there without it. */
export function whenBoardTells(board: BoardModel, isKnown: () => boolean): Promise<void> {
  const isTold = (): boolean => isKnown() || board.connection === 'live';
  if (isTold()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(done, boardWaitMs);
    const subscription = board.onDidChange(() => isTold() && done());
  });
}
