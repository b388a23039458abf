import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PhoneDesk } from '../../../src/extension/views/phone/phoneDesk';
import {
  fromPhonePanelSchema,
  type FromPhonePanel,
} from '../../../src/shared/messages/phonePanelMessages';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import { DeskParts } from '../phone/deskParts';
import { pauseClock } from './pausedClock';
import type { PageServer } from './pageServer';
import type { ThemeName } from './themes';
import type { UsedPage, UsedPages } from './usedPages';

export interface PhonePanelOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly language?: string;
  readonly view?: 'connect' | 'manage';
  readonly prepare?: (parts: DeskParts) => void;
  /** The page's clock is stopped; a test advances it. */
  readonly pausedClock?: boolean;
}

/** The built phone panel in a browser, with the product's own desk. */
export class PhonePanelUnderTest {
  readonly complaints: string[] = [];

  private constructor(
    private readonly used: UsedPage,
    readonly parts: DeskParts,
    private readonly desk: PhoneDesk,
  ) {}

  get page(): Page {
    return this.used.page;
  }

  static async open(
    pages: UsedPages,
    server: PageServer,
    options: PhonePanelOptions = {},
  ): Promise<PhonePanelUnderTest> {
    const { theme = 'dark', width = 1000, height = 860, view = 'connect', language } = options;
    const used = await pages.open({
      viewport: { width, height },
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    const { page } = used;
    const parts = new DeskParts();
    options.prepare?.(parts);
    const desk = new PhoneDesk(parts);
    const panel = new PhonePanelUnderTest(used, parts, desk);
    page.on('pageerror', (error) => panel.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') panel.complaints.push(message.text());
    });
    await page.addInitScript('globalThis.__name = (value) => value;');
    let posted: Promise<unknown> = Promise.resolve();
    const post = (): void => {
      const message = { type: 'state', state: desk.state };
      // Messages are posted in order; a closed page receives none.
      posted = posted
        .then(async () => {
          if (!used.isClosed) await page.evaluate((data) => window.postMessage(data, '*'), message);
        })
        .catch(() => undefined);
    };
    await page.exposeFunction('hostReceive', (message: FromPhonePanel) =>
      desk.handleMessage(fromPhonePanelSchema.parse(message)),
    );
    desk.onDidChange(post);
    desk.show(view);
    if (options.pausedClock === true) await pauseClock(page);
    await page.goto(server.phonePanelUrl(theme, language));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return panel;
  }

  tell(news: PhonesNews | undefined): void {
    this.parts.tell(news);
  }

  async close(): Promise<void> {
    this.desk.dispose();
    await this.used.close();
    assert.deepEqual(this.complaints, []);
  }
}
