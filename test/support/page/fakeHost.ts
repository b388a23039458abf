import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { compareSessions } from '../../../src/shared/boardOrder';
import type { Connection, FromPage, HooksStatus, ToPage } from '../../../src/shared/pageMessages';
import type { LiveSession, Summary } from '../../../src/shared/protocol';
import { aSummary, builderNow } from '../sessionBuilder';
import type { PageServer } from './pageServer';
import type { ThemeName } from './themes';

export interface FakeHostOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly motion?: boolean;
  /** The page sees the real time, which goes on by itself. */
  readonly realTime?: boolean;
  readonly sessions?: readonly LiveSession[];
  readonly connection?: Connection;
  readonly hooks?: HooksStatus;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

/** Plays the extension's side of one page: answers `ready`, numbers what it sends, keeps what it gets. */
export class FakeHost {
  readonly received: FromPage[] = [];
  /** Uncaught errors and broken security rules of the page; must stay empty. */
  readonly complaints: string[] = [];
  private readonly sessions = new Map<string, LiveSession>();
  private sequence = 0;
  private today: Partial<Summary> = {};

  private constructor(
    readonly page: Page,
    private connection: Connection,
    private hooks: HooksStatus,
  ) {}

  /** Unless told otherwise the page's time stands still at `builderNow`; tests move it. */
  static async open(
    browser: Browser,
    server: PageServer,
    options: FakeHostOptions = {},
  ): Promise<FakeHost> {
    const { width = 1280, height = 800, motion = false } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: motion ? 'no-preference' : 'reduce',
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    const host = new FakeHost(page, options.connection ?? 'live', options.hooks ?? 'installed');
    for (const session of options.sessions ?? []) host.sessions.set(session.sessionId, session);
    page.on('pageerror', (error) => host.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') host.complaints.push(message.text());
    });
    // The loader of the tests names functions by a call that a page does not know.
    await page.addInitScript('globalThis.__name = (value) => value;');
    await page.exposeFunction('hostReceive', (message: FromPage) => host.receive(message));
    if (options.realTime !== true) {
      // The clock runs until it is stopped, and it stops only at a time to come.
      await page.clock.install({ time: Date.parse(builderNow) - 60_000 });
      await page.clock.pauseAt(builderNow);
    }
    await page.goto(server.urlOf(options.theme ?? 'dark'));
    await page.getByText(/^(Live|Offline|Connecting…)$/).waitFor();
    return host;
  }

  async close(): Promise<void> {
    await this.page.context().close();
    assert.deepEqual(this.complaints, []);
  }

  async update(changed: readonly LiveSession[], removed: readonly string[] = []): Promise<void> {
    for (const session of changed) this.sessions.set(session.sessionId, session);
    for (const id of removed) this.sessions.delete(id);
    await this.send({ type: 'update', changed, removed, summary: this.summary });
  }

  /** Milliseconds from the message to the next painted frame, by the page's own clock. */
  async updateAndPaint(changed: readonly LiveSession[]): Promise<number> {
    for (const session of changed) this.sessions.set(session.sessionId, session);
    this.sequence += 1;
    const { summary, sequence } = this;
    const message = { type: 'update', sequence, changed, removed: [], summary };
    return this.page.evaluate(async (data) => {
      const start = performance.now();
      window.postMessage(data, '*');
      await new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - start;
    }, message);
  }

  /** As if a message was lost on the way to the page. */
  loseUpdate(changed: readonly LiveSession[]): void {
    for (const session of changed) this.sessions.set(session.sessionId, session);
    this.sequence += 1;
  }

  async setConnection(connection: Connection): Promise<void> {
    this.connection = connection;
    await this.send({ type: 'connection', connection });
  }

  async setHooks(hooks: HooksStatus): Promise<void> {
    this.hooks = hooks;
    await this.send({ type: 'hooks', hooks });
  }

  async reveal(sessionId: string, explain = false): Promise<void> {
    await this.send({ type: 'reveal', sessionId, explain });
  }

  setToday(today: Pick<Summary, 'totalCostTodayUsd' | 'totalTokensToday'>): void {
    this.today = today;
  }

  /** Posts anything, numbered or not. */
  async post(message: unknown): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** Every card in the order of the document, by title. */
  async titles(within: Locator | Page = this.page): Promise<readonly string[]> {
    return within.getByRole('article').getByRole('heading').allInnerTexts();
  }

  private get summary(): Summary {
    return aSummary([...this.sessions.values()], this.today);
  }

  private async receive(message: FromPage): Promise<void> {
    this.received.push(message);
    if (message.type !== 'ready') return;
    await this.send({
      type: 'snapshot',
      sessions: [...this.sessions.values()].sort(compareSessions),
      summary: this.summary,
      connection: this.connection,
      hooks: this.hooks,
      home: '/home/dev',
    });
  }

  private async send(message: Unnumbered<ToPage>): Promise<void> {
    this.sequence += 1;
    await this.post({ ...message, sequence: this.sequence });
  }
}
