import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { Emitter } from '../../../src/extension/util/emitter';
import { silentLog } from '../../../src/extension/util/log';
import { ReaderChannel, type ReaderIntents } from '../../../src/extension/reader/readerChannel';
import { readerHead } from '../../../src/extension/reader/readerHead';
import type { TranscriptSource } from '../../../src/extension/reader/transcriptSource';
import type { FromReader, ToReader } from '../../../src/shared/messages/readerMessages';
import { homeSessionId, TranscriptHome } from '../transcript/transcriptHome';
import { pauseClock } from './pausedClock';
import { SessionBarHost, type SessionBarOptions } from './sessionBarHost';
import type { PageServer } from './pageServer';
import type { ThemeName } from './themes';
import { leaveUnpainted } from './unpainted';
import type { UsedPage, UsedPages } from './usedPages';

export interface ReaderOptions extends SessionBarOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly quote?: string;
  readonly agentId?: string;
  /** Runs in the page before anything else. */
  readonly script?: string;
  /** The page's clock is stopped; a test advances it. */
  readonly pausedClock?: boolean;
}

type Reaching = Exclude<
  FromReader['type'],
  'ready' | 'ping' | 'read' | 'whole' | 'picture' | 'seek' | 'find' | 'outline' | 'bar'
>;

/** The built transcript page in a browser, with the product's own channel and a real file. */
export class ReaderPageUnderTest {
  /** Requests that need more than the page and its file. */
  readonly asked: FromReader[];
  /** All messages of the page. */
  readonly received: FromReader[] = [];
  readonly told: ToReader[];
  readonly complaints: string[] = [];

  private constructor(
    private readonly used: UsedPage,
    private readonly home: TranscriptHome,
    private readonly source: TranscriptSource,
    private readonly channel: ReaderChannel,
    /** The window's side of the session's bar. */
    readonly bar: SessionBarHost,
    asked: FromReader[],
    told: ToReader[],
  ) {
    this.asked = asked;
    this.told = told;
  }

  get page(): Page {
    return this.used.page;
  }

  static async open(
    pages: UsedPages,
    server: PageServer,
    lines: readonly unknown[] | string,
    options: ReaderOptions = {},
  ): Promise<ReaderPageUnderTest> {
    const { width = 1000, height = 800, theme = 'dark', quote, agentId } = options;
    const home = await TranscriptHome.with(lines, agentId);
    const { session } = home;
    const target = { sessionId: homeSessionId, ...(agentId !== undefined && { agentId }) };
    const source = home.source(agentId);
    const used = await pages.open({
      viewport: { width, height },
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    const { page } = used;
    const messages = new Emitter<unknown>();
    const asked: FromReader[] = [];
    const told: ToReader[] = [];
    const record = (message: FromReader) => void asked.push(message);
    const fromBar = new Emitter<unknown>();
    const intents: Record<Reaching, (message: FromReader) => void> & Pick<ReaderIntents, 'bar'> = {
      bar: ({ message }) => fromBar.fire(message),
      copy: record,
      openLink: record,
      openSubagent: record,
      openDiff: record,
      keep: record,
      openAsText: record,
      openRaw: record,
      showInBoard: record,
      goToTerminal: record,
    };
    let posted: Promise<unknown> = Promise.resolve();
    const post = (message: ToReader): void => {
      told.push(message);
      // Messages are posted in order; a closed page receives none.
      posted = posted
        .then(async () => {
          if (!used.isClosed) await page.evaluate((data) => window.postMessage(data, '*'), message);
        })
        .catch(() => undefined);
    };
    const bar = new SessionBarHost(session, options, fromBar.event, (message) =>
      post({ type: 'bar', message }),
    );
    const channel = new ReaderChannel({
      port: { visible: true, onDidReceive: messages.event, post },
      source,
      head: () => readerHead(target, session, session),
      onDidChangeHead: new Emitter<void>().event,
      intents,
      quote,
      log: silentLog,
    });
    const host = new ReaderPageUnderTest(used, home, source, channel, bar, asked, told);
    page.on('pageerror', (error) => host.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') host.complaints.push(message.text());
    });
    await page.addInitScript(
      `globalThis.__name = (value) => value; ${leaveUnpainted} ${options.script ?? ''}`,
    );
    await page.exposeFunction('hostReceive', (message: FromReader) => {
      host.received.push(message);
      messages.fire(message);
    });
    if (options.pausedClock === true) await pauseClock(page);
    await page.goto(server.readerUrl(theme, target));
    await page.getByRole('feed', { name: 'Transcript' }).waitFor();
    return host;
  }

  async append(...lines: readonly unknown[]): Promise<void> {
    await this.home.append(...lines);
  }

  /** Replaces the transcript by a new file of the same name. */
  async replaceFile(lines: readonly unknown[]): Promise<void> {
    await this.home.replace(...lines);
  }

  /** Unfolds everything, including nested parts. */
  async openAll(): Promise<void> {
    const closed = this.page.locator('.fold-title[aria-expanded="false"]');
    while ((await closed.count()) > 0) await closed.first().click();
  }

  row(text: string | RegExp): Locator {
    return this.page.getByRole('article').filter({ hasText: text }).first();
  }

  /** Distance of the scroll position from the end, in pixels. */
  async fromEnd(): Promise<number> {
    return this.page
      .getByRole('feed')
      .evaluate((feed) => feed.scrollHeight - feed.clientHeight - feed.scrollTop);
  }

  async close(): Promise<void> {
    this.channel.dispose();
    this.bar.dispose();
    this.source.dispose();
    await this.used.close();
    await this.home.remove();
    assert.deepEqual(this.complaints, []);
  }
}
