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

/** One server for all suites of this process, so that a browser keeps its compiled scripts. */
let server: Promise<PageServer> | undefined;

function sharedServer(): Promise<PageServer> {
  if (server === undefined) {
    server = servePage();
    atEndOfRun(async () => (await server)?.close());
  }
  return server;
}

/** Pages of all suites of this process, by browser; a crashed browser loses its pages. */
const pagesOf = new WeakMap<Browser, UsedPages>();

function sharedPages(browser: Browser): UsedPages {
  const pages = pagesOf.get(browser) ?? new UsedPages(browser);
  pagesOf.set(browser, pages);
  return pages;
}

/**
 * Sets up browser and server for a suite; pages opened by a test are closed, and checked, after it.
 */
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
    // An aborted test may have left a key or mouse button pressed.
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

/** Suite of the board's page. */
export const pageSuite = () => suiteOf(FakeHost.open.bind(FakeHost));

/**
 * Suite of the pane of one session: the board's page with its first session chosen. At the usual
 * width the pane replaces the lists.
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

/** Suite of the transcript page. */
export const readerSuite = () => suiteOf(ReaderPageUnderTest.open.bind(ReaderPageUnderTest));

/** Suite of the phone panel. */
export const phonePanelSuite = () => suiteOf(PhonePanelUnderTest.open.bind(PhonePanelUnderTest));
