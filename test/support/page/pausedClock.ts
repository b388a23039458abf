import type { Page } from 'playwright-core';
import { builderNow } from '../sessionBuilder';

/** Stops the page's clock at `builderNow`. */
export async function pauseClock(page: Page): Promise<void> {
  // An installed clock runs, and can only be stopped at a later time.
  await page.clock.install({ time: Date.parse(builderNow) - 60_000 });
  await page.clock.pauseAt(builderNow);
}
