import type { Browser, CDPSession, Page } from 'playwright-core';
import type { FromPage } from '../../src/shared/pageMessages';
import { launchBrowser } from '../support/editor/browser';
import { servePage, type PageServer } from '../support/page/pageServer';

export interface PaintTiming {
  /** From the message's arrival to the first frame that shows the selector, ms. */
  readonly ms: number;
  readonly cards: number;
}

/** Watches what is painted: the frame is on its way to the screen when the first task after it runs. */
const watchScript = `
globalThis.__name = (value) => value;
globalThis.bench = (() => {
  const afterFrame = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then(performance.now());
    channel.port2.postMessage(0);
  });
  const cards = () => document.querySelectorAll('article').length;
  const painted = [];
  const seen = new Set();
  return {
    painted,
    /** Resolves with the time from the next message to its frame. */
    nextPaint: (needed) => new Promise((resolve) => {
      addEventListener('message', () => {
        const start = performance.now();
        const look = (at) => cards() >= needed ? resolve({ ms: at - start, cards: cards() }) : afterFrame(look);
        afterFrame(look);
      }, { once: true, capture: true });
    }),
    /** Notes when each mark is painted first. */
    watchMarks: () => {
      const look = (at) => {
        for (const [mark] of document.body.textContent.matchAll(/Mark\\d{7}/g)) {
          if (seen.has(mark)) continue;
          seen.add(mark);
          painted.push([mark, performance.timeOrigin + at]);
        }
        afterFrame(look);
      };
      afterFrame(look);
    },
  };
})();
`;

interface InPage {
  readonly bench: {
    readonly painted: [string, number][];
    nextPaint(needed: number): Promise<PaintTiming>;
    watchMarks(): void;
  };
}

/** The built board in a browser, and the way to it. */
export class BoardPages {
  private constructor(
    private readonly browser: Browser,
    private readonly server: PageServer,
  ) {}

  static async start(): Promise<BoardPages> {
    const [browser, server] = await Promise.all([launchBrowser(), servePage()]);
    return new BoardPages(browser, server);
  }

  /** `receive` gets what the page says, `ready` first. */
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

  /** Posts, and waits for a frame with at least so many cards. */
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

  /** Processor time that the page's main thread took up to now, painting included, ms. */
  async workMs(): Promise<number> {
    const { metrics } = await this.metrics.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  }

  /** Long enough for what was posted to be on the screen. */
  async waitForFrames(): Promise<void> {
    await this.page.waitForTimeout(500);
  }

  async watchMarks(): Promise<void> {
    await this.page.evaluate(() => (globalThis as unknown as InPage).bench.watchMarks());
  }

  /** Each mark with the moment at which it was painted, in ms since 1970 of this process's clock. */
  async paintedMarks(now: () => number): Promise<readonly (readonly [string, number])[]> {
    const before = now();
    const theirs = await this.page.evaluate(() => performance.timeOrigin + performance.now());
    const after = now();
    const isSame = theirs >= before && theirs <= after;
    const offset = isSame ? 0 : (before + after) / 2 - theirs;
    const painted = await this.page.evaluate(() =>
      (globalThis as unknown as InPage).bench.painted.splice(0),
    );
    return painted.map(([mark, at]) => [mark, at + offset] as const);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    if (this.failures.length > 0) throw new Error(`The page failed: ${this.failures.join('; ')}`);
  }
}
