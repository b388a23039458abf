import { once } from 'node:events';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { scaledTimeout } from '../scaledTimeout';
import { rawProtocolOf, serverSide } from './rawProtocol';

/** Context options that can change while a page is reused. */
type Look = Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors' | 'reducedMotion'> & {
  readonly viewport: { readonly width: number; readonly height: number };
};

export type PageOptions = Omit<BrowserContextOptions, keyof Look> & Look;

/** Default timeout of a page, in ms. */
const patienceMs = 40_000;
/** Time, in ms, after which a page that cannot be emptied is closed instead. */
const emptyingMs = 10_000;
const pageEvents = ['pageerror', 'console', 'dialog'] as const;

/**
 * Opens pages for tests and reuses them: starting a renderer process and a browser context takes
 * more processor time than the board itself. A closed page is emptied and given to the next test
 * that wants the same kind of context. Each test still has a new document. These pages report no
 * requests and responses, and have no routes.
 */
export class UsedPages {
  private readonly idle = new Map<string, Page>();
  private readonly inUse = new Set<Page>();

  constructor(private readonly browser: Browser) {}

  async open(options: PageOptions): Promise<UsedPage> {
    const { viewport, colorScheme, forcedColors, reducedMotion, ...kind } = options;
    const key = JSON.stringify(kind);
    const idle = this.idle.get(key);
    this.idle.delete(key);
    // A suite that wants a browser without contexts may have closed an idle page.
    const page = idle === undefined || idle.isClosed() ? await this.create(options) : idle;
    this.inUse.add(page);
    await page.setViewportSize(viewport);
    await page.emulateMedia({
      colorScheme: colorScheme ?? 'light',
      forcedColors: forcedColors ?? 'none',
      reducedMotion: reducedMotion ?? 'no-preference',
    });
    return new UsedPage(page, async () => {
      this.inUse.delete(page);
      const isEmpty = await empty(page).catch(() => false);
      const isNeeded = this.idle.get(key)?.isClosed() ?? true;
      if (isEmpty && isNeeded) this.idle.set(key, page);
      else await page.context().close();
    });
  }

  /** Closes the idle pages. */
  async close(): Promise<void> {
    await Promise.all([...this.idle.values()].map((page) => page.context().close()));
    this.idle.clear();
  }

  /** Closes the pages that tests left open, such as one whose setup failed. */
  async closeLeft(): Promise<void> {
    const left = [...this.inUse];
    this.inUse.clear();
    await Promise.all(left.map((page) => page.context().close()));
  }

  private async create(options: PageOptions): Promise<Page> {
    const page = await (await this.browser.newContext(options)).newPage();
    page.setDefaultTimeout(scaledTimeout(patienceMs));
    numberDocumentsAlike(page);
    noteAdditions(page);
    await ignoreRequests(page);
    return page;
  }
}

/** A page while one test uses it. */
export class UsedPage {
  private closed: Promise<void> | undefined;

  constructor(
    readonly page: Page,
    private readonly leave: () => Promise<void>,
  ) {}

  /**
   * True after the test has returned the page: a message would now reach another test's document.
   */
  get isClosed(): boolean {
    return this.closed !== undefined;
  }

  close(): Promise<void> {
    this.closed ??= this.leave();
    return this.closed;
  }
}

interface Disposable {
  dispose(): Promise<void>;
}

/**
 * Stops the events of requests, about thirty for each document, which Playwright turns into objects
 * of its server and its client. A route would wait for them forever.
 */
async function ignoreRequests(page: Page): Promise<void> {
  await (await rawProtocolOf(page)).send('Network.disable', {});
  const route = () => Promise.reject(new Error('A used page has no routes.'));
  Object.assign(page, { route });
}

/** Scripts and functions that tests added to a page's documents. */
const additions = new WeakMap<Page, Disposable[]>();

function noteAdditions(page: Page): void {
  const added: Disposable[] = [];
  const recording =
    <Args extends readonly unknown[]>(add: (...args: Args) => Promise<Disposable>) =>
    async (...args: Args): Promise<Disposable> => {
      const one = await add(...args);
      added.push(one);
      return one;
    };
  Object.assign(page, {
    addInitScript: recording(page.addInitScript.bind(page)),
    exposeFunction: recording(page.exposeFunction.bind(page)),
  });
  additions.set(page, added);
}

/** Resets a page to its initial state; returns false or rejects if that is impossible. */
async function empty(page: Page): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || !(await uninstallClock(page))) return false;
  // From here on a loaded document lacks the additions and may report errors, which are ignored.
  for (const event of pageEvents) page.removeAllListeners(event);
  await Promise.all((additions.get(page) ?? []).splice(0).map((one) => one.dispose()));
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  const { origin } = new URL(page.url());
  const timeout = { timeout: emptyingMs };
  // `waitForFunction` has its own timeout, but sends a third of a megabyte to the page.
  const cleared = page.evaluate(() => sessionStorage.clear()).then(() => true);
  cleared.catch(() => undefined); // The promise rejects if the page is closed for being late.
  if (!(await Promise.race([cleared, isLate()]))) return false;
  await page.goto('about:blank', timeout);
  // No element of the next document is below the pointer.
  await page.mouse.move(-1, -1);
  await context.clearPermissions();
  await context.clearCookies();
  const protocol = await rawProtocolOf(page);
  await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await protocol.send('Page.resetNavigationHistory', {});
  return true;
}

/** Resolves with false after the time that a page has for being emptied. */
async function isLate(): Promise<false> {
  await once(AbortSignal.timeout(emptyingMs), 'abort');
  return false;
}

interface ServerFrames {
  readonly frameManager: { _allocateFrameSeq?: () => number };
}

/**
 * Gives all documents the same number: Playwright inserts it, only for its snapshots for language
 * models, into the long script that it runs in each document, and V8 reuses compiled code only for
 * identical scripts.
 */
function numberDocumentsAlike(page: Page): void {
  const frames = serverSide<ServerFrames>(page)?.frameManager;
  if (frames?._allocateFrameSeq === undefined) return;
  frames._allocateFrameSeq = () => 0;
}

interface ServerContext {
  readonly clock: { uninstall?(progress: { race<T>(work: T): T }): Promise<void> };
}

/**
 * Removes Playwright's clock by the private method that Playwright's own runner uses between tests;
 * false if this version has no such method.
 */
async function uninstallClock(page: Page): Promise<boolean> {
  const clock = serverSide<ServerContext>(page.context())?.clock;
  if (clock?.uninstall === undefined) return false;
  await clock.uninstall({ race: (work) => work });
  return true;
}
