import { rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { atEndOfRun } from '../endOfRun';
import { freePort, preferPort } from '../hub/wire/freePorts';
import { leaveUnpainted } from '../page/unpainted';
import { launchWithProfile, newContext } from './browser';

/**
 * Chromium uses cached code only for scripts that it does not compile while loading, so streaming
 * is off. The optimizing compilers, TurboFan and Maglev, are off: test windows close before they
 * pay off.
 */
export const scriptFlags = '--js-flags=--no-opt --no-maglev --no-script-streaming';

/** A browser context for the windows of one editor, without data of earlier editors. */
export interface WindowContext {
  readonly context: BrowserContext;
  /** Port for the editor; 0 selects a free one. */
  readonly port: number;
  /** Closes the windows and deletes what the editor at this URL stored in the browser. */
  release(this: void, url: string | undefined): Promise<void>;
}

interface Profile {
  readonly context: BrowserContext;
  readonly port: number;
  isInUse: boolean;
}

let shared: Promise<Profile> | undefined;

/**
 * The context that the editors of this process use one after the other, all on one port: the
 * workbench's files and compiled scripts stay in the browser's caches, which saves a third of the
 * processor time of each load. Only a profile on disk caches compiled scripts.
 */
export async function acquireWindowContext(): Promise<WindowContext> {
  if (shared !== undefined && (await shared).context.browser()?.isConnected() !== true)
    shared = undefined;
  if (shared === undefined) {
    shared = openProfile();
    shared.catch(() => (shared = undefined));
  }
  const profile = await shared;
  if (profile.isInUse) throw new Error('Another editor of this process uses the windows');
  profile.isInUse = true;
  const { context } = profile;
  return {
    context,
    port: await preferPort(profile.port),
    async release(url) {
      await Promise.all(context.pages().map((page) => page.close()));
      if (url !== undefined) await clearStorage(context, new URL(url).origin);
      profile.isInUse = false;
    },
  };
}

/** Call this before a context's first page: its header and script apply only to new pages. */
export async function prepareContext(context: BrowserContext, motion = false): Promise<void> {
  // Otherwise the server compresses 20 MB of scripts for each context, which takes longer than
  // sending them.
  await context.setExtraHTTPHeaders({ 'accept-encoding': 'identity' });
  if (!motion) await context.addInitScript(holdStill);
}

/** A context for windows that share no data with other contexts of the browser. */
export async function newWindowContext(browser: Browser): Promise<BrowserContext> {
  const context = await newContext(browser);
  await prepareUnpainted(context);
  return context;
}

async function prepareUnpainted(context: BrowserContext): Promise<void> {
  await prepareContext(context);
  // The transparent top window leaves the pages of extensions unpainted, too.
  await context.addInitScript(`if (window === window.top) ${leaveUnpainted}`);
}

async function openProfile(): Promise<Profile> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-profile-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  const context = await launchWithProfile(folder, [scriptFlags]);
  // The page that the browser starts with.
  await Promise.all(context.pages().map((page) => page.close()));
  await prepareUnpainted(context);
  atEndOfRun(async () => {
    shared = undefined;
    await context.close();
    process.off('exit', removeFolder);
    removeFolder();
  });
  return { context, port: await freePort(), isInUse: false };
}

/**
 * Deletes the data of one origin, except caches of scripts. Service workers are stopped, because
 * each keeps the renderer of a closed window, with its 300 MB, alive.
 */
async function clearStorage(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await page.close();
}

/**
 * Stops animations of the editor that continue under reduced motion, as the processor draws every
 * frame. Pages of extensions are unaffected.
 */
function holdStill(): void {
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `.scrollbar, .minimap-slider, .progress-bit, .codicon-modifier-spin {
      animation: none !important; transition: none !important;
    }`,
  );
  document.adoptedStyleSheets.push(sheet);
}
