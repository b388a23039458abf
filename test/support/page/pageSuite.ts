import type { Browser } from 'playwright-core';
import { launchBrowser } from '../editor/browser';
import { FakeHost, type FakeHostOptions } from './fakeHost';
import { servePage, type PageServer } from './pageServer';

/** Sets up browser and server around a suite; pages opened by a test are closed, and checked, after it. */
export function pageSuite(): (options?: FakeHostOptions) => Promise<FakeHost> {
  let browser: Browser | undefined;
  let server: PageServer | undefined;
  const open: FakeHost[] = [];

  before(async function () {
    this.timeout(300_000); // The first run may have to install the browser.
    [browser, server] = await Promise.all([launchBrowser(), servePage()]);
  });
  afterEach(async () => {
    for (const host of open.splice(0)) await host.close();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  return async (options) => {
    if (!browser || !server) throw new Error('A page is opened outside of a test.');
    const host = await FakeHost.open(browser, server, options);
    open.push(host);
    return host;
  };
}
