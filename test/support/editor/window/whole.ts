import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../../until';

/** The pane of a board with a session, opened by a click on its card unless it is shown already. */
export async function openPane(board: Frame, name: string | RegExp = /./): Promise<Locator> {
  const session = board.locator('.whole-card').and(board.getByRole('article', { name }));
  const pane = board.locator('.pane').filter({ has: session });
  const card = board.locator('.card').and(board.getByRole('article', { name }));
  await until(
    async () => {
      if ((await pane.count()) > 0) return true;
      await backToLists(board);
      // While the order of cards is frozen, new ones are behind a button.
      const arrivals = board.locator('[data-action="arrivals"]').first();
      if (await arrivals.isVisible())
        await arrivals.click({ timeout: 2_000 }).catch(() => undefined);
      // The card may be moved or redrawn at this moment.
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
 * Moves pointer and focus away from a board, which freezes the order of cards while it has one of
 * them: a browser under test leaves the focus in the page when another part of the window gets it.
 */
export async function leaveBoard(board: Frame): Promise<void> {
  await board.page().mouse.move(0, 0);
  await board.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Returns from a pane that replaces the lists to the lists. */
export async function backToLists(board: Frame): Promise<void> {
  const back = board.locator('[data-action="toLists"]');
  if (await back.isVisible()) await back.click();
}
