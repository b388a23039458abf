import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';
import { atEndOfRun } from '../endOfRun';
import { scaledTimeout } from '../scaledTimeout';
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

/** Default timeout of a page, in ms: a shared machine may be many times slower. */
const patienceMs = 60_000;

export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** Device scale factor; 1 if absent. */
  readonly scale?: number;
  /** Animations run; false if absent. */
  readonly motion?: boolean;
}

export const defaultViewport: Viewport = { width: 1400, height: 900 };

/** Starts a browser that the caller closes; tests use `sharedBrowser` unless they give a reason. */
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
 * Test pages close before the optimizing compilers, TurboFan and Maglev, pay off. Their garbage is
 * small, so collection uses one thread and starts at the maximum size, in MB, of the young
 * generation.
 */
const scriptFlags = '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16';

/**
 * Playwright's own list, which a second switch would replace, plus RenderDocument: without that
 * feature a page keeps its frame when it navigates within a site, which saves an eighth of the
 * processor time.
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

/** Shared browsers by their extra flags. */
const shared = new Map<string, Promise<Browser>>();

/** Playwright's own signal handlers close the browser but keep this process alive. */
const endedBySignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * The browser of this process with these extra flags. Callers close contexts, never the browser: it
 * exits with the process, even after a crash, because its control pipe closes.
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
 * Provides the shared browser to the tests of a `describe`. Contexts that are still open before its
 * first and after its last test are closed.
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

/**
 * Editors keep an extension's `globalState` per context, so a new context acts as a first start.
 */
export async function newContext(browser: Browser, viewport?: Viewport): Promise<BrowserContext> {
  const context = await browser.newContext(contextOptions(viewport));
  context.setDefaultTimeout(scaledTimeout(patienceMs));
  return context;
}

/**
 * Starts a browser whose default context keeps its caches in `folder`; `browser()` opens further
 * contexts.
 */
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
  context.setDefaultTimeout(scaledTimeout(patienceMs));
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
