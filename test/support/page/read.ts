import type { Locator } from 'playwright-core';

/**
 * Time, in ms, after which a visible request counts as read: half a second by the page's clock,
 * plus a margin.
 */
const readMs = 600;

/**
 * Waits until the request of an element counts as read, measured in the page from its second frame
 * on, as a busy machine draws late.
 */
export async function waitUntilRead(shown: Locator): Promise<void> {
  await shown.evaluate(
    (_element, ms) =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms)));
      }),
    readMs,
  );
}
