import { useBrowser } from '../editor/browser';
import { builtPhonePage, type View } from './builtPage';
import { Handset } from './handset';
import { PhoneHub } from './phoneHub';

export interface HandsetSuite {
  /** The hub of the current test. */
  readonly desk: PhoneHub;
  handset(options?: Parameters<typeof Handset.of>[1]): Promise<Handset>;
  /**
   * Replaces the hub by another one for the same config home, with the page of a folder if given.
   */
  restart(folder?: string): Promise<void>;
  /** Ends the hub. */
  stop(): Promise<void>;
}

/** A browser for a suite, and a hub for each test; phones are closed, and checked, after it. */
export function handsetSuite(view?: View): HandsetSuite {
  const browser = useBrowser();
  let desk: PhoneHub | undefined;
  const handsets: Handset[] = [];

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
      const one = await Handset.of(browser(), options);
      handsets.push(one);
      return one;
    },
    stop: () => now().hub.close(),
    restart: async (folder) => {
      const { hub, port } = now();
      await hub.close();
      desk = await PhoneHub.serving(folder ?? (await builtPhonePage(view)), port, hub.home);
    },
  };
}
