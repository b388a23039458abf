import assert from 'node:assert/strict';
import { setTimeout as pass } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '../../until';

/**
 * As a person presses a key that asks for a second time: after they have read that. A key that was
 * held off, as a field went away a moment ago, is pressed anew.
 */
export async function pressTwice(page: Page, key: string): Promise<void> {
  await until(
    async () => {
      await page.keyboard.press(key);
      return until(
        () => asksAgain(page),
        (asks) => assert.ok(asks),
        2_000,
      ).catch(() => false);
    },
    (asks) => assert.ok(asks, `Nothing asks for ${key} again`),
    20_000,
  );
  await pass(600);
  await page.keyboard.press(key);
}

async function asksAgain(page: Page): Promise<boolean> {
  const shown = page.frames().map((frame) =>
    frame
      .getByText(/^Press .+ again/)
      .first()
      .isVisible()
      .catch(() => false),
  );
  return (await Promise.all(shown)).includes(true);
}
