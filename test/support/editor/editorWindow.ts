import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, newContext, type Viewport } from './browser';
import { Editor, type EditorOptions } from './editor';
import { Workbench } from './window/workbench';

export interface WindowOptions extends EditorOptions {
  readonly viewport?: Viewport | undefined;
  /** The window is a context of it; a browser of its own if absent, closed with the window. */
  readonly browser?: Browser;
  /** More arguments of a browser of its own. */
  readonly browserArgs?: readonly string[];
}

/** An editor of its own and one window on it. */
export interface EditorWindow {
  readonly editor: Editor;
  readonly context: BrowserContext;
  readonly workbench: Workbench;
  close(): Promise<void>;
}

export async function openWindow(options: WindowOptions): Promise<EditorWindow> {
  const { viewport, browser: given, browserArgs, ...rest } = options;
  const editor = await Editor.start(rest);
  let browser: Browser | undefined;
  let context: BrowserContext | undefined;
  const close = async (): Promise<void> => {
    await context?.close();
    if (given === undefined) await browser?.close();
    await editor.stop();
  };
  try {
    browser = given ?? (await launchBrowser(browserArgs));
    context = await newContext(browser, viewport);
    // The server would compress 20 MB of scripts for each context anew, which takes longer than reading them.
    await context.setExtraHTTPHeaders({ 'accept-encoding': 'identity' });
    if (viewport?.motion !== true) await context.addInitScript(holdStill);
    return { editor, context, workbench: await Workbench.open(context, editor), close };
  } catch (error) {
    await close();
    throw error;
  }
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
