import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../../until';
import { submenuOf } from '../../menuPath';
import { backToLists } from './whole';

/**
 * Chooses an entry of a session's menu, opened by keyboard from its card or pane. The board ignores
 * keys briefly after a field closes, so the key is repeated.
 */
export async function chooseOnCard(board: Frame, card: Locator, entry: string): Promise<void> {
  const submenu = submenuOf(entry);
  const anchor = card.locator('[data-action="open"], [data-action="title"]').first();
  if (!(await anchor.isVisible())) await backToLists(board);
  const item = board.getByRole('menuitem', { name: submenu ?? entry, exact: true });
  await until(
    async () => {
      await anchor.press('Shift+F10');
      // An ignored key extends that period.
      return item.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    },
    (isThere) => assert.ok(isThere, `The menu of the card has no “${entry}”`),
  );
  await item.click();
  if (submenu !== undefined)
    await board.getByRole('menuitem', { name: entry, exact: true }).click();
}
