import type { BoardModel } from '../link/boardModel';

/** Time, in ms, that a page waits for the board to load. */
const boardWaitMs = 15_000;

/** Settles once a session is known or the board has loaded, at the latest after the time limit. */
export function waitForBoard(board: BoardModel, isKnown: () => boolean): Promise<void> {
  const isDecided = (): boolean => isKnown() || board.connection === 'live';
  if (isDecided()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(done, boardWaitMs);
    const subscription = board.onDidChange(() => isDecided() && done());
  });
}
