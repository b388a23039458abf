import type { Log } from '../../util/log';
import type { Control } from '../control/control';
import { LiveBoard } from './liveBoard';
import type { Spending } from '../reading/usage/spending';
import type { Marks } from '../store/marks';
import { trailLine } from './trail';

/** Creates the board of a hub with marks and held calls; it logs the state changes of its cards. */
export function createHubBoard(
  log: Log,
  spending: Spending,
  control: Control,
  marks: Marks,
): LiveBoard {
  const board = new LiveBoard(
    (now) => spending.today(now),
    Date.now,
    (session) => log.debug(trailLine(session)),
    (id, error) => log.error(`The card of ${id.slice(0, 8)} failed: ${describeError(error)}`),
    control.calls,
  );
  board.add(marks);
  marks.onDidChange((sessionId) =>
    sessionId === undefined ? board.touchAll() : board.touch(sessionId),
  );
  control.onDidChange((sessionId) => board.touch(sessionId));
  control.onDidEnd((event) => board.apply(event));
  return board;
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
