import { setTimeout as delay } from 'node:timers/promises';
import type { Event } from '../util/emitter';

/** The first board waits for the transcripts of living sessions, but no longer than this, in ms. */
const patienceMs = 2_000;

/**
 * Settles when the first board may be shown. A board without a card claims that there are no
 * sessions, so it waits until that is known: until all sessions that were active lately are there.
 */
export async function firstBoard({
  board,
  first,
  recent,
}: {
  readonly board: {
    snapshot(): { readonly sessions: readonly unknown[] };
    readonly onDidChange: Event<unknown>;
  };
  /** Settles when living sessions can be shown. */
  readonly first: Promise<void>;
  readonly recent: Promise<void>;
}): Promise<void> {
  await Promise.race([first, delay(patienceMs, undefined, { ref: false })]);
  if (board.snapshot().sessions.length > 0) return;
  let stop = (): void => undefined;
  const card = new Promise<void>((resolve) => {
    const watching = board.onDidChange(() => {
      if (board.snapshot().sessions.length > 0) resolve();
    });
    stop = () => watching.dispose();
  });
  await Promise.race([card, recent]).finally(() => stop());
}
