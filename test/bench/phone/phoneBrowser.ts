import { createHash, X509Certificate } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/editor/browser';
import { TlsProxy } from '../../support/phone/carriers/tlsProxy';
import { Handset } from '../../support/phone/handset';
import { watchScript } from '../window/paintWatch';
import type { PhoneHost } from './phoneHost';

/** Chromium that emulates a phone, connected to a hub through a TLS proxy. */
export class PhoneBrowser implements AsyncDisposable {
  private readonly handsets: Handset[] = [];

  private constructor(
    private readonly hub: PhoneHost,
    private readonly proxy: TlsProxy,
    private readonly browser: Browser,
  ) {}

  static async start(hub: PhoneHost): Promise<PhoneBrowser> {
    const { certificate, desk } = hub;
    const proxy = await TlsProxy.start(certificate, { target: await desk.listen() });
    // Makes Chromium accept this self-signed certificate and no other.
    const flag = `--ignore-certificate-errors-spki-list=${keyHash(certificate.cert)}`;
    return new PhoneBrowser(hub, proxy, await launchBrowser([flag]));
  }

  /** Address of the phone's page. */
  get page(): string {
    return `https://localhost:${this.proxy.port}/`;
  }

  /** Pairs a page that is allowed to answer; resolves when it shows the board. */
  async pair(): Promise<Page> {
    const handset = await this.handset();
    this.handsets.push(handset);
    const { page } = handset;
    await handset.scan(await this.hub.desk.ticket({ kind: 'ownUrl', url: this.page }));
    await this.hub.desk.accept('answer');
    await page.getByRole('navigation', { name: 'Groups' }).waitFor();
    return page;
  }

  /** Calls `use` with a page of a new browser context, in which nothing is cached. */
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
      await this.proxy.close();
    }
  }

  private async handset(): Promise<Handset> {
    const handset = await Handset.of(this.browser);
    await handset.context.addInitScript(watchScript);
    return handset;
  }
}

/** Hash of a certificate's public key, in the format of Chromium's option. */
function keyHash(cert: string): string {
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64');
}
