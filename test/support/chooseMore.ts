import type { Frame, Page } from 'playwright-core';

/** Chooses an entry of the More Actions menu above a transcript. */
export async function chooseMore(page: Page | Frame, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More Actions' }).click();
  const menu = page.getByRole('menu');
  await menu.locator('.menu-item', { hasText: name }).click();
}
