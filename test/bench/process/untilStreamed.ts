import { BoardReplica } from '../../../src/extension/link/boardReplica';
import { StreamClient } from '../../../src/extension/link/streamClient';
import type { Progress } from '../host/messages';
import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';

const quietMs = 15_000;

/**
 * Reads a hub's stream until the board has reached the wanted state. Resolves with false if nothing
 * changes for `quietMs`.
 */
export async function untilStreamed(hub: ReachableHub, wanted: Progress): Promise<boolean> {
  const board = new BoardReplica();
  const stream = new StreamClient(hub, {
    onEvent: (event) => board.apply(event),
    onEnd: () => undefined,
  });
  try {
    return await new Promise<boolean>((resolve) => {
      let quiet: NodeJS.Timeout | undefined;
      const checkBoard = (): void => {
        clearTimeout(quiet);
        quiet = setTimeout(() => resolve(false), quietMs);
        if (board.sessions.length < wanted.sessions || board.summary.scan !== undefined) return;
        if (board.summary.totalTokensToday < wanted.tokensToday) return;
        const tokens = board.sessions.reduce((sum, session) => sum + session.tokens.total, 0);
        if (tokens < wanted.tokens) return;
        clearTimeout(quiet);
        resolve(true);
      };
      board.onDidChange(checkBoard);
      checkBoard();
    });
  } finally {
    stream.dispose();
    board.dispose();
  }
}
