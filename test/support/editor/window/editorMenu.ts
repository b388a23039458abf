import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../until';

/** Points at an entry of the workbench's open menu until the menu has the focus on it, which follows the pointer. */
export async function focusEntry(page: Page, entry: string): Promise<Locator> {
  const item = page.getByRole('menuitem', { name: entry, exact: true });
  // An entry whose submenu is open has the focus, too, and that submenu in it.
  const focused = page.locator('.monaco-menu .action-item.focused > *').and(item);
  const inSubmenu = page.locator('.monaco-submenu [role="menuitem"]').and(item);
  await until(
    async () => {
      // A submenu closes when the pointer leaves it.
      if ((await inSubmenu.count()) === 0) await page.mouse.move(0, 0);
      await item.hover();
      return focused.count();
    },
    (count) => assert.equal(count, 1),
  );
  return item;
}

/** Chooses an entry of the workbench's open menu by Enter: a menu that just opened takes no click yet. */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  const item = await focusEntry(page, entry);
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
