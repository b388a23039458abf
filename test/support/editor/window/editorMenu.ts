import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../until';

/** Hovers over an entry of the workbench's open menu until the menu focuses it. */
export async function focusEntry(page: Page, entry: string): Promise<Locator> {
  const item = page.getByRole('menuitem', { name: entry, exact: true });
  // An entry with an open submenu keeps the focus class, although the submenu has it as well.
  const focused = page.locator('.monaco-menu .action-item.focused > *').and(item);
  const inSubmenu = page.locator('.monaco-submenu [role="menuitem"]').and(item);
  await until(
    async () => {
      // Moving the pointer away would close an open submenu.
      if ((await inSubmenu.count()) === 0) await page.mouse.move(0, 0);
      await item.hover();
      return focused.count();
    },
    (count) => assert.equal(count, 1),
  );
  return item;
}

/**
 * Chooses an entry of the workbench's open menu by Enter: a menu that has just opened ignores
 * clicks.
 */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  const item = await focusEntry(page, entry);
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
