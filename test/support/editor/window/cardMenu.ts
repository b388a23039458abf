import type { Frame, Locator } from 'playwright-core';

/** Chooses an entry of the menu of a card, as by the keyboard: from the card, by the key that opens its menu. */
export async function chooseOnCard(board: Frame, card: Locator, entry: string): Promise<void> {
  await card.locator('[data-action="open"]').press('Shift+F10');
  await board.getByRole('menuitem', { name: entry, exact: true }).click();
}
