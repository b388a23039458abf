import { rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { atEndOfRun } from '../endOfRun';
import { freePort, preferPort } from '../hub/wire/freePorts';
import { leaveUnpainted } from '../page/unpainted';
import { launchWithProfile } from './browser';

/**
 * Chromium uses a script's cached code only where it does not compile the script while that loads. The
 * optimizing compilers, TurboFan and Maglev, are off: a test's window is closed before they pay.
 */
export const scriptFlags = '--js-flags=--no-opt --no-maglev --no-script-streaming';

/** A context for the windows of one editor, without data of editors before it. */
export interface WindowContext {
  readonly context: BrowserContext;
  /** Port for the editor; 0 takes any free one. */
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
 * The context that the editors of this process use one after the other, all at the same port: files and
 * compiled scripts of the workbench stay in the browser's caches, which saves a third of the processor
 * time of each load. Only a profile on disk has a cache for compiled scripts; other contexts have none.
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

/** Must be called before the first page of a context: its header and script hold for pages that come. */
export async function prepareContext(context: BrowserContext, motion = false): Promise<void> {
  // The server would compress 20 MB of scripts for each context anew, which takes longer than reading them.
  await context.setExtraHTTPHeaders({ 'accept-encoding': 'identity' });
  if (!motion) await context.addInitScript(holdStill);
}

async function openProfile(): Promise<Profile> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-profile-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  const context = await launchWithProfile(folder, [scriptFlags]);
  await Promise.all(context.pages().map((page) => page.close())); // The one that it begins with.
  await prepareContext(context);
  // Also the pages of extensions, which a window without opacity does not draw.
  await context.addInitScript(`if (window === window.top) ${leaveUnpainted}`);
  atEndOfRun(async () => {
    shared = undefined;
    await context.close();
    process.off('exit', removeFolder);
    removeFolder();
  });
  return { context, port: await freePort(), isInUse: false };
}

/**
 * Deletes what one origin stored, but not the caches of scripts. Service workers are stopped, because each
 * keeps the renderer of a closed window with its 300 MB.
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
 * Stops what moves in the editor though motion is reduced, not in the pages of extensions: each frame of it
 * is drawn by the processor.
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
