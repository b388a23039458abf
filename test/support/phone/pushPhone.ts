import { webcrypto } from 'node:crypto';
import type { Browser, Page } from 'puppeteer-core';
import { bytesOf } from '../../../src/shared/channel/bytes';
import type { KeyPair } from '../../../src/shared/channel/keys';
import type { PushSubscription } from '../../../src/shared/phone/phoneMessages';
import { until } from '../until';
import type { PushPage } from './pushPage';

declare const window: { readonly phone: PushPage };

/** Keys with which a phone signs, with a copy for its browser. */
export interface CopiedKeys extends KeyPair {
  readonly copy: JsonWebKey;
}

export async function copiedKeys(): Promise<CopiedKeys> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { subtle } = webcrypto;
  const { privateKey, publicKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  return {
    privateKey,
    publicKey: bytesOf(await subtle.exportKey('raw', publicKey)),
    copy: await subtle.exportKey('jwk', privateKey),
  };
}

/** The browser of a phone, limited to pushes. */
export class PushPhone {
  private constructor(private readonly page: Page) {}

  /** Opens the page with the identity of a phone. */
  static async open(
    browser: Browser,
    address: string,
    id: string,
    keys: CopiedKeys,
  ): Promise<PushPhone> {
    const page = await browser.newPage();
    await page.goto(address);
    await until(
      () => page.title(),
      (title) => {
        if (title !== 'ready') throw new Error(`The page is ${title}`);
      },
    );
    await page.evaluate((...args) => window.phone.keep(...args), id, keys.copy, [
      ...keys.publicKey,
    ]);
    return new PushPhone(page);
  }

  /** Switches notifications on; returns the subscription for the hub. */
  async subscribe(pushKey: string): Promise<PushSubscription> {
    await this.page.evaluate((key) => window.phone.enable(key), pushKey);
    return this.subscription(1);
  }

  /** Waits until the page has sent this many subscriptions, and returns the last of them. */
  subscription(count: number): Promise<PushSubscription> {
    return until(
      async () => {
        const messages = await this.page.evaluate(() => window.phone.said);
        const all = messages.filter(({ type }) => type === 'subscribe');
        if (all.length < count) throw new Error(`It said ${JSON.stringify(messages)}`);
        return all[count - 1]?.subscription as PushSubscription;
      },
      () => undefined,
    );
  }

  welcome(pushKey: string, isSubscribed: boolean): Promise<void> {
    return this.page.evaluate((key, is) => window.phone.welcome(key, is), pushKey, isSubscribed);
  }

  /** Taps the notification with that tag. */
  tap(tag: string): Promise<void> {
    return this.page.evaluate((name) => window.phone.worker(name), tag);
  }

  /** Removes the subscription, as if the browser had dropped it. */
  async end(): Promise<void> {
    await this.page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      await (await pushManager.getSubscription())?.unsubscribe();
    });
  }

  /** Makes the browser renew the subscription. */
  renew(): Promise<void> {
    return this.page.evaluate(() => window.phone.worker('renew'));
  }

  get url(): string {
    return this.page.url();
  }

  get state(): Promise<string> {
    return this.page.evaluate(() => window.phone.state);
  }

  /** Tag, title and text of each visible notification. */
  shown(): Promise<Awaited<ReturnType<PushPage['shown']>>> {
    return this.page.evaluate(() => window.phone.shown());
  }
}
