import { once } from 'node:events';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { patient } from '../patience';

/** What of a context changes with each use of a page. */
type Look = Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors' | 'reducedMotion'> & {
  readonly viewport: { readonly width: number; readonly height: number };
};

export type PageOptions = Omit<BrowserContextOptions, keyof Look> & Look;

/** Patience for what is not on the page yet, in ms. */
const patienceMs = 40_000;
/** After this a page that does not let go of its document is closed instead, in ms. */
const emptyingMs = 10_000;
const heard = ['pageerror', 'console', 'dialog', 'request', 'requestfailed', 'response'] as const;

/**
 * Opens pages for tests. Starting a renderer process with a browser context takes more
 * processor time than the board does in it, so a closed page is emptied, and is the page of the next
 * test that wants a context of the same kind. Each test still has a new document.
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
    // A suite that wants a browser without contexts closes those of the pages, too.
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

  /** Closes the pages that wait for another test. */
  async close(): Promise<void> {
    await Promise.all([...this.idle.values()].map((page) => page.context().close()));
    this.idle.clear();
  }

  /** Closes the pages that tests left open, such as one that could not be set up. */
  async closeLeft(): Promise<void> {
    const left = [...this.inUse];
    this.inUse.clear();
    await Promise.all(left.map((page) => page.context().close()));
  }

  private async create(options: PageOptions): Promise<Page> {
    const page = await (await this.browser.newContext(options)).newPage();
    page.setDefaultTimeout(patient(patienceMs));
    numberDocumentsAlike(page);
    noteAdditions(page);
    return page;
  }
}

/** A page as one test has it. */
export class UsedPage {
  private closed: Promise<void> | undefined;

  constructor(
    readonly page: Page,
    private readonly leave: () => Promise<void>,
  ) {}

  /**
   * True after the test has given the page back: a message would now reach another test's document.
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

/** What tests had run in the documents of a page, or called by them. */
const additions = new WeakMap<Page, Disposable[]>();

function noteAdditions(page: Page): void {
  const added: Disposable[] = [];
  const noted =
    <Args extends readonly unknown[]>(add: (...args: Args) => Promise<Disposable>) =>
    async (...args: Args): Promise<Disposable> => {
      const one = await add(...args);
      added.push(one);
      return one;
    };
  Object.assign(page, {
    addInitScript: noted(page.addInitScript.bind(page)),
    exposeFunction: noted(page.exposeFunction.bind(page)),
  });
  additions.set(page, added);
}

/** Makes a page like a new one; false, or rejected, where that is not possible. */
async function empty(page: Page): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || !(await uninstallClock(page))) return false;
  // From here on a loaded document lacks the additions and may report errors, which are ignored.
  for (const event of heard) page.removeAllListeners(event);
  await Promise.all((additions.get(page) ?? []).splice(0).map((one) => one.dispose()));
  await page.unrouteAll();
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  const { origin } = new URL(page.url());
  const timeout = { timeout: emptyingMs };
  // `waitForFunction` has a timeout of its own, but sends a third of a megabyte to the page.
  const cleared = page.evaluate(() => sessionStorage.clear()).then(() => true);
  cleared.catch(() => undefined); // Of a page that is closed for being late.
  if (!(await Promise.race([cleared, isLate()]))) return false;
  await page.goto('about:blank', timeout);
  // Nothing of the next document is beneath the pointer.
  await page.mouse.move(-1, -1);
  await context.clearPermissions();
  await context.clearCookies();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await protocol.send('Page.resetNavigationHistory');
  await protocol.detach();
  return true;
}

/** False once a page had its time to let go of its document. */
async function isLate(): Promise<false> {
  await once(AbortSignal.timeout(emptyingMs), 'abort');
  return false;
}

/** Playwright's own side of an object, which is in this process, too; all of it may change with its version. */
function serverSide<Server extends object>(of: object): Partial<Server> | undefined {
  const { _connection: connection } = of as {
    readonly _connection?: { toImpl?(of: object): Partial<Server> };
  };
  return connection?.toImpl?.(of);
}

interface ServerPage {
  readonly frameManager: { _allocateFrameSeq?: () => number };
}

/**
 * Playwright writes a number of the document, of which only its snapshots for language models make use, into the
 * long script that it runs in each. V8 has compiled a script of the same text already.
 */
function numberDocumentsAlike(page: Page): void {
  const frames = serverSide<ServerPage>(page)?.frameManager;
  if (frames?._allocateFrameSeq === undefined) return;
  frames._allocateFrameSeq = () => 0;
}

interface ServerContext {
  readonly clock: { uninstall?(progress: { race<T>(work: T): T }): Promise<void> };
}

/**
 * Takes Playwright's clock away, which has no public way to do so though Playwright's own runner does
 * it between tests; false where this version of it has no such method.
 */
async function uninstallClock(page: Page): Promise<boolean> {
  const clock = serverSide<ServerContext>(page.context())?.clock;
  if (clock?.uninstall === undefined) return false;
  await clock.uninstall({ race: (work) => work });
  return true;
}
