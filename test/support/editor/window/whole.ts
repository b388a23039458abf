import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../../until';

/** The pane of a board with a session, which is chosen by a click on its card unless the pane shows it already. */
export async function shownWhole(board: Frame, name: string | RegExp = /./): Promise<Locator> {
  const session = board.locator('.whole-card').and(board.getByRole('article', { name }));
  const pane = board.locator('.pane').filter({ has: session });
  const card = board.locator('.card').and(board.getByRole('article', { name }));
  await until(
    async () => {
      if ((await pane.count()) > 0) return true;
      await backToLists(board);
      // Among cards that keep their places one that comes waits behind a button.
      const arrivals = board.locator('[data-action="arrivals"]').first();
      if (await arrivals.isVisible())
        await arrivals.click({ timeout: 2_000 }).catch(() => undefined);
      // The card may move, or be drawn anew, at this very moment.
      await card
        .first()
        .locator('[data-action="open"]')
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      return (await pane.count()) > 0;
    },
    (isShown) => assert.ok(isShown, `The board does not show ${String(name)} whole`),
    60_000,
  );
  return pane;
}

/**
 * Takes pointer and focus from a board, whose cards keep their places while one of them is there: a browser under test
 * leaves the focus in the page when another part of the window takes it.
 */
export async function leaveBoard(board: Frame): Promise<void> {
  await board.page().mouse.move(0, 0);
  await board.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Leads from the pane that has the place of the lists back to these. */
export async function backToLists(board: Frame): Promise<void> {
  const back = board.locator('[data-action="toLists"]');
  if (await back.isVisible()) await back.click();
}
