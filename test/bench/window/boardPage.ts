import type { Browser, CDPSession, Page } from 'playwright-core';
import type { FromPage } from '../../../src/shared/messages/pageMessages';
import { launchBrowser } from '../../support/editor/browser';
import { servePage, type PageServer } from '../../support/page/pageServer';
import { paintedMarks, watchMarks, watchScript, type InPage, type PaintTiming } from './paintWatch';

/** Opens production pages of the board in a browser. */
export class BoardPages {
  private constructor(
    private readonly browser: Browser,
    private readonly server: PageServer,
  ) {}

  static async start(): Promise<BoardPages> {
    const [browser, server] = await Promise.all([launchBrowser(), servePage()]);
    return new BoardPages(browser, server);
  }

  /**
   * Opens a page; `receive` is called with each message of the page, the first of which is `ready`.
   */
  async open(receive: (message: FromPage) => void): Promise<BoardPage> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await page.addInitScript(watchScript);
    await page.exposeFunction('hostReceive', receive);
    const metrics = await context.newCDPSession(page);
    await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
    const opened = new BoardPage(page, metrics, failures);
    await page.goto(this.server.urlOf('dark'));
    return opened;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

export class BoardPage {
  constructor(
    private readonly page: Page,
    private readonly metrics: CDPSession,
    private readonly failures: readonly string[],
  ) {}

  async post(message: unknown): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** Posts a message and waits for a frame with at least `cards` cards. */
  async postAndPaint(message: unknown, cards: number): Promise<PaintTiming> {
    return this.page.evaluate(
      ([data, needed]) => {
        const { bench } = globalThis as unknown as InPage;
        const timing = bench.nextPaint(needed);
        window.postMessage(data, '*');
        return timing;
      },
      [message, cards] as const,
    );
  }

  /** Processor time of the page's main thread so far, including painting, in ms. */
  async workMs(): Promise<number> {
    const { metrics } = await this.metrics.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  }

  /** Waits long enough for posted messages to be painted. */
  async waitForFrames(): Promise<void> {
    await this.page.waitForTimeout(500);
  }

  /** The ids of the sessions of each column, in the shown order. */
  async orders(): Promise<readonly (readonly string[])[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll('.column-scroll')].map((list) =>
        [...list.querySelectorAll('article')].map(({ dataset }) => dataset['session'] ?? ''),
      ),
    );
  }

  async watchMarks(): Promise<void> {
    await watchMarks(this.page);
  }

  paintedMarks(now: () => number): Promise<readonly (readonly [string, number])[]> {
    return paintedMarks(this.page, now);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    if (this.failures.length > 0) throw new Error(`The page failed: ${this.failures.join('; ')}`);
  }
}
