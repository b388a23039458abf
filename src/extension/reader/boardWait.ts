import type { BoardModel } from '../link/boardModel';

/** Time, in ms, that a page waits for the board to load. */
const boardWaitMs = 15_000;

/** Settles once a session is known, or the board has loaded without it. */
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
