import type { Page } from 'playwright-core';
import { builderNow } from '../sessionBuilder';

/** Lets the page's time stand still at `builderNow`. */
export async function pauseClock(page: Page): Promise<void> {
  // The clock runs until it is stopped, and it stops only at a time to come.
  await page.clock.install({ time: Date.parse(builderNow) - 60_000 });
  await page.clock.pauseAt(builderNow);
}
