import { chromium, type Browser, type BrowserContext } from 'playwright-core';
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

export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: [...flags, ...more] });
}

/** Editors keep an extension's `globalState` per context: a new context is a person's first start. */
export async function newContext(
  browser: Browser,
  { scale = 1, motion = false, ...viewport }: Viewport = defaultViewport,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: scale,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}
