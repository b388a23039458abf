import { setTimeout as pause } from 'node:timers/promises';
import { BoardReplica } from '../link/boardReplica';
import { StreamClient } from '../link/streamClient';
import type { ReachableHub } from '../util/hub/reachableHub';
import { versionMismatchText } from './readHub';

/** Interval between searches for a hub, in ms; after one ends, another window starts the next. */
const searchMs = 500;
/** Interval, in ms, at which the durations in the output are updated. */
const tickMs = 20_000;

export interface BoardWatcher {
  /** Finds the hub; rejects with an error to show while there is none. */
  readonly find: () => Promise<ReachableHub>;
  /** Called for the first state, after each change, and every `tickMs`. */
  readonly draw: (board: BoardReplica) => void;
  /** Called with the reason why there is no board yet; not again for the same reason. */
  readonly onMissing: (reason: string) => void;
}

/** Follows the board of whichever hub serves the config home, until `signal` aborts. */
export async function watchBoard(watcher: BoardWatcher, signal: AbortSignal): Promise<void> {
  const { find, draw, onMissing } = watcher;
  const board = new BoardReplica();
  const isKnown = (): boolean => board.connection !== 'connecting';
  board.onDidChange(() => isKnown() && draw(board));
  const timer = setInterval(() => isKnown() && draw(board), tickMs);
  let reason = '';
  while (!signal.aborted) {
    try {
      await follow(await find(), board, signal);
      if (!isKnown() && !signal.aborted) throw new Error(versionMismatchText());
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isKnown() && message !== reason) onMissing(message);
      reason = message;
    }
    if (isKnown()) board.setConnection('offline');
    await pause(searchMs, undefined, { signal }).catch(() => undefined);
  }
  clearInterval(timer);
  board.dispose();
}

/** Applies the hub's events to the board; resolves when its stream has ended. */
async function follow(hub: ReachableHub, board: BoardReplica, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stream = new StreamClient(hub, {
      onEvent: (event) => board.apply(event),
      onEnd: () => finish(),
    });
    const finish = (): void => {
      signal.removeEventListener('abort', finish);
      stream.dispose();
      resolve();
    };
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
