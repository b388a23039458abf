import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../editor/browser';
import { atEndOfRun } from '../endOfRun';
import { FakeHost, type FakeHostOptions } from './fakeHost';
import { servePage, type PageServer } from './pageServer';
import { PhonePanelUnderTest } from './phonePanelPage';
import { ReaderPageUnderTest } from './readerPage';
import { UsedPages } from './usedPages';

type Open<Page, Args extends readonly unknown[]> = (
  pages: UsedPages,
  server: PageServer,
  ...args: Args
) => Promise<Page>;

/** One for all suites of this process, so a browser has what it compiled of a script in all of them. */
let server: Promise<PageServer> | undefined;

function sharedServer(): Promise<PageServer> {
  if (server === undefined) {
    server = servePage();
    atEndOfRun(async () => (await server)?.close());
  }
  return server;
}

/** Those of all suites of this process; a browser that broke down takes its pages along. */
const pagesOf = new WeakMap<Browser, UsedPages>();

function sharedPages(browser: Browser): UsedPages {
  const pages = pagesOf.get(browser) ?? new UsedPages(browser);
  pagesOf.set(browser, pages);
  return pages;
}

/** Sets up browser and server for a suite; pages opened by a test are closed, and checked, after it. */
function suiteOf<Page extends { close(): Promise<void> }, Args extends readonly unknown[]>(
  open: Open<Page, Args>,
): (...args: Args) => Promise<Page> {
  let isRunning = false;
  const opened: Page[] = [];

  before('start the browser', async function () {
    this.timeout(300_000); // The first run may have to install it.
    await Promise.all([sharedBrowser(), sharedServer()]);
    isRunning = true;
  });
  afterEach(async function () {
    for (const page of opened.splice(0)) await page.close();
    // A test that broke off may have left a key or a button of the pointer down.
    if (this.currentTest?.state === 'failed') await sharedPages(await sharedBrowser()).close();
  });
  after(async () => {
    isRunning = false;
    await sharedPages(await sharedBrowser()).closeLeft();
  });

  return async (...args) => {
    if (!isRunning) throw new Error('A page is opened outside of a test.');
    const page = await open(sharedPages(await sharedBrowser()), await sharedServer(), ...args);
    opened.push(page);
    return page;
  };
}

/** For a suite about the board's page. */
export const pageSuite = () => suiteOf(FakeHost.open.bind(FakeHost));

/**
 * For a suite about a session that is shown whole: the board's page, on which the first of its sessions is chosen. The
 * pane has the place of the lists on a page of the usual width.
 */
export function wholeSuite(): (options?: FakeHostOptions) => Promise<FakeHost> {
  const open = pageSuite();
  return async (options = {}) => {
    const host = await open(options);
    const [first] = options.sessions ?? [];
    if (first !== undefined) await host.choose(first.sessionId);
    return host;
  };
}

/** For a suite about the page of a transcript. */
export const readerSuite = () => suiteOf(ReaderPageUnderTest.open.bind(ReaderPageUnderTest));

/** For a suite about the panel for phones. */
export const phonePanelSuite = () => suiteOf(PhonePanelUnderTest.open.bind(PhonePanelUnderTest));
