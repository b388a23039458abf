import type { Browser } from 'playwright-core';
import { launchBrowser } from '../editor/browser';
import { builtPhonePage, type View } from './builtPage';
import { Handset } from './handset';
import { PhoneHub } from './phoneHub';

export interface HandsetSuite {
  /** The hub of the test that runs. */
  readonly desk: PhoneHub;
  handset(options?: Parameters<typeof Handset.of>[1]): Promise<Handset>;
  /** Ends the hub, and starts another one for the same config home. */
  restart(): Promise<void>;
  /** Ends the hub. */
  stop(): Promise<void>;
}

/** A browser around a suite, and a hub around each test; phones are closed, and checked, after it. */
export function handsetSuite(view?: View): HandsetSuite {
  let browser: Browser | undefined;
  let desk: PhoneHub | undefined;
  const handsets: Handset[] = [];

  before(async function () {
    this.timeout(300_000); // The first run may have to install the browser.
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    desk = await PhoneHub.serving(await builtPhonePage(view));
  });
  afterEach(async () => {
    try {
      for (const one of handsets.splice(0)) await one.close();
    } finally {
      await desk?.dispose();
    }
  });

  const now = (): PhoneHub => {
    if (desk === undefined) throw new Error('There is no hub outside of a test.');
    return desk;
  };
  return {
    get desk() {
      return now();
    },
    handset: async (options) => {
      if (browser === undefined) throw new Error('There is no browser outside of a test.');
      const one = await Handset.of(browser, options);
      handsets.push(one);
      return one;
    },
    stop: () => now().hub.close(),
    restart: async () => {
      const { hub, port } = now();
      await hub.close();
      desk = await PhoneHub.serving(await builtPhonePage(view), port, hub.home);
    },
  };
}
