import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/editor/browser';
import { Handset } from '../../support/phone/handset';
import { TlsCarrier } from '../../support/phone/tlsCarrier';
import { watchScript } from '../paintWatch';
import type { PhoneHost } from './phoneHost';

/** Chromium as a phone has it, and the way with TLS from there to a hub. */
export class PhoneBrowser implements AsyncDisposable {
  private readonly handsets: Handset[] = [];

  private constructor(
    private readonly hub: PhoneHost,
    private readonly carrier: TlsCarrier,
    private readonly browser: Browser,
  ) {}

  static async start(hub: PhoneHost): Promise<PhoneBrowser> {
    const carrier = await TlsCarrier.to(await hub.desk.listen());
    return new PhoneBrowser(hub, carrier, await launchBrowser(carrier.browserArgs));
  }

  /** Address of the page. */
  get page(): string {
    return this.carrier.page;
  }

  /** A page that is paired, may answer, and shows the board. */
  async pair(): Promise<Page> {
    const handset = await this.handset();
    this.handsets.push(handset);
    const { page } = handset;
    await handset.scan(await this.hub.desk.ticket('ownUrl', this.page));
    await this.hub.desk.accept('answer');
    await page.getByRole('navigation', { name: 'Groups' }).waitFor();
    return page;
  }

  /** Lends a page of a browser that has nothing of ours yet. */
  async fresh<T>(use: (page: Page) => Promise<T>): Promise<T> {
    const handset = await this.handset();
    const result = await use(handset.page);
    await handset.close();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      for (const handset of this.handsets) await handset.close();
    } finally {
      await this.browser.close();
      await this.carrier.close();
    }
  }

  private async handset(): Promise<Handset> {
    const handset = await Handset.of(this.browser);
    await handset.context.addInitScript(watchScript);
    return handset;
  }
}
