import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';
import { atEndOfRun } from '../endOfRun';
import { patient } from '../patience';
import { waitWithoutStacksIn } from './quickWaits';
import { ensureChromium } from './install/systemPackages';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For what is not there yet, in ms: a machine that others use, too, may be many times slower. */
const patienceMs = 60_000;

export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** Pixels of a picture per pixel of the page; 1 if absent. */
  readonly scale?: number;
  /** Whether things may move; not if absent. */
  readonly motion?: boolean;
}

export const defaultViewport: Viewport = { width: 1400, height: 900 };

/** A browser that the caller closes; tests take `sharedBrowser` unless they say why not. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return launch(more);
}

async function launch(more: readonly string[], options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({ ...options, executablePath, args: [...flags, ...more] });
  browser.once('context', waitWithoutStacksIn);
  return browser;
}

/**
 * Pages of tests are gone before TurboFan and Maglev, the optimizing compilers, pay. Their garbage is small, so
 * it is collected in one thread, and not before the young generation has the size, in MB, to which it may grow.
 */
const scriptFlags = '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16';

/**
 * Playwright's own list, which a second switch replaces, and RenderDocument: without it a page that goes
 * to another document of its site keeps its frame, which takes an eighth less processor time.
 */
const withoutFeatures = `--disable-features=${[
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'RenderDocument',
].join()}`;

/** By their further flags. */
const shared = new Map<string, Promise<Browser>>();

/** Playwright's own handlers close the browser, and leave a process alive that a signal would end. */
const endedBySignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * The browser of this process with these further flags; it must not be closed, contexts must. It ends
 * with the process, however that ends, because it ends with the pipe that drives it.
 */
export async function sharedBrowser(more: readonly string[] = []): Promise<Browser> {
  const key = more.join(' ');
  const known = shared.get(key);
  if (known !== undefined && (await known).isConnected()) return known;
  if (shared.size === 0) atEndOfRun(closeShared);
  const launched = launch([...more, scriptFlags, withoutFeatures], endedBySignals);
  shared.set(key, launched);
  launched.catch(() => shared.delete(key));
  return launched;
}

async function closeShared(): Promise<void> {
  const all = [...shared.values()];
  shared.clear();
  await Promise.all(all.map(async (one) => (await one).close()));
}

/**
 * To be called in a `describe`: the shared browser while its tests run. Contexts that are open before the
 * first test are closed, such as those of pages that wait for another test; so are those that are open after
 * the last one.
 */
export function useBrowser(more: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  before('start the browser', async function () {
    this.timeout(300_000); // The first run may have to install it.
    browser = await sharedBrowser(more);
    await closeContexts(browser);
  });
  after('close what is open in the browser', async () => {
    if (browser !== undefined) await closeContexts(browser);
  });
  return () => {
    if (browser === undefined) throw new Error('There is a browser only while tests run.');
    return browser;
  };
}

async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Editors keep an extension's `globalState` per context: a new context is a person's first start. */
export async function newContext(browser: Browser, viewport?: Viewport): Promise<BrowserContext> {
  const context = await browser.newContext(contextOptions(viewport));
  context.setDefaultTimeout(patient(patienceMs));
  return context;
}

/** A browser whose only context keeps caches in `folder`; further ones are opened by its `browser()`. */
export async function launchWithProfile(
  folder: string,
  more: readonly string[],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...endedBySignals,
    ...contextOptions(),
    executablePath: await ensureChromium(),
    args: [...flags, ...more],
  });
  waitWithoutStacksIn(context);
  context.setDefaultTimeout(patient(patienceMs));
  return context;
}

function contextOptions({
  scale = 1,
  motion = false,
  ...viewport
}: Viewport = defaultViewport): BrowserContextOptions {
  return {
    viewport,
    deviceScaleFactor: scale,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  };
}
