import { setTimeout as pass } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** As a person presses a key that asks for a second time: after they have read that. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await pass(600);
  await page.keyboard.press(key);
}
