import type { Locator } from 'playwright-core';

/** A request counts as read once it was in sight for half a second, by the clock of its page; in ms. */
const readMs = 600;

/**
 * Waits until the request that an element belongs to counts as read: from the second frame that shows
 * it on, in the page itself, which on a busy machine draws later than it is asked.
 */
export async function isRead(shown: Locator): Promise<void> {
  await shown.evaluate(
    (_element, ms) =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms)));
      }),
    readMs,
  );
}
