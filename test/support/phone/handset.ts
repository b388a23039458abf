import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { storedValue } from './storedValue';
import type { PhoneHub } from './phoneHub';
import { scaledTimeout } from '../scaledTimeout';

/** Default timeout of the page, in ms. */
const patienceMs = 40_000;

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';

/** A phone with its browser: the real page in a real Chromium with touch. */
export class Handset {
  readonly errors: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      // The browser logs each failed connection.
      const isExpected = /ERR_|WebSocket|Failed to load resource/.test(message.text());
      if (message.type() === 'error' && !isExpected) this.errors.push(message.text());
    });
  }

  static async of(browser: Browser, options: BrowserContextOptions = {}): Promise<Handset> {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      userAgent: android,
      ...options,
    });
    context.setDefaultTimeout(scaledTimeout(patienceMs));
    return new Handset(context, await context.newPage());
  }

  /** Opens the link of a desk's QR code. */
  async scan(link: string): Promise<void> {
    await this.page.goto(link);
  }

  /** The code that the person compares with the desk's. */
  code(): Promise<string> {
    return this.page.locator('.start-code [aria-hidden]').innerText();
  }

  /** Waits until the page is in this phase of its connection. */
  async phase(wanted: string): Promise<void> {
    await this.page.locator(`html[data-phase="${wanted}"]`).waitFor({ state: 'attached' });
  }

  /** Waits for a message to the person. */
  async says(sentence: RegExp): Promise<void> {
    await this.page.getByText(sentence).first().waitFor();
  }

  /** Pairs with a hub whose desk accepts it. */
  async pair(desk: PhoneHub, verdict: 'watch' | 'answer' = 'answer', page = desk.page) {
    await this.scan(await desk.ticket({ kind: 'editor', url: page }));
    await desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await desk.judge(verdict);
    await this.phase('live');
  }

  /** Presses a button of the bare view. */
  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).tap();
  }

  /** Value that the page has stored under a key, as `storedValue` reads it. */
  kept(key: string): Promise<unknown> {
    return storedValue(this.page, key);
  }

  async close(): Promise<void> {
    await this.context.close();
    assert.deepEqual(this.errors, []);
  }
}
