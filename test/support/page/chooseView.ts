import type { Frame, Page } from 'playwright-core';

/** Chooses a layout, an order, a grouping or a density in the board's View menu. */
export async function chooseView(page: Page | Frame, name: string): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}
