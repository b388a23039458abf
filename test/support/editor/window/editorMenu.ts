import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../until';

/**
 * Chooses an entry of the workbench's open menu by Enter: a menu that just opened takes no click yet. Enter runs
 * the entry on which the menu itself has the focus, and that follows the pointer.
 */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  const focused = page.locator('.monaco-menu .action-item.focused').filter({ has: item });
  await until(
    async () => {
      await page.mouse.move(0, 0);
      await item.hover();
      return focused.count();
    },
    (count) => assert.equal(count, 1),
  );
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
