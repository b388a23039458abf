import type { Frame, Locator, Page } from 'playwright-core';
import { submenuOf } from '../menuPath';

/** The item in the open menu of a session, after opening its submenu if it is in one. */
export async function itemInMenu(page: Page | Frame, entry: string): Promise<Locator> {
  const submenu = submenuOf(entry);
  if (submenu !== undefined) {
    const parent = page.getByRole('menuitem', { name: submenu, exact: true });
    if ((await parent.getAttribute('aria-expanded')) !== 'true') await parent.click();
  }
  return page.getByRole('menuitem', { name: entry, exact: true });
}

/** Chooses an entry of the open menu of a session. */
export async function chooseInMenu(page: Page | Frame, entry: string): Promise<void> {
  await (await itemInMenu(page, entry)).click();
}
