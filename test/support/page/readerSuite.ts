import type { Browser } from 'playwright-core';
import { launchBrowser } from '../editor/browser';
import { servePage, type PageServer } from './pageServer';
import { type ReaderOptions, ReaderPageUnderTest } from './readerPage';

type Open = (
  lines: readonly unknown[] | string,
  options?: ReaderOptions,
) => Promise<ReaderPageUnderTest>;

/** Sets up browser and server around a suite; pages opened by a test are closed, and checked, after it. */
export function readerSuite(): Open {
  let browser: Browser | undefined;
  let server: PageServer | undefined;
  const open: ReaderPageUnderTest[] = [];

  before(async function () {
    this.timeout(300_000); // The first run may have to install the browser.
    [browser, server] = await Promise.all([launchBrowser(), servePage()]);
  });
  afterEach(async () => {
    for (const page of open.splice(0)) await page.close();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  return async (lines, options) => {
    if (!browser || !server) throw new Error('A page is opened outside of a test.');
    const page = await ReaderPageUnderTest.open(browser, server, lines, options);
    open.push(page);
    return page;
  };
}
