import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, newContext, type Viewport } from './browser';
import { Editor, type EditorOptions } from './editor';
import { Workbench } from './window/workbench';

export interface WindowOptions extends EditorOptions {
  readonly viewport?: Viewport | undefined;
  /** More of the browser's own arguments. */
  readonly browserArgs?: readonly string[];
}

/** An editor of its own and one window on it, in a browser of its own. */
export interface EditorWindow {
  readonly editor: Editor;
  readonly context: BrowserContext;
  readonly workbench: Workbench;
  close(): Promise<void>;
}

export async function openWindow(options: WindowOptions): Promise<EditorWindow> {
  const { viewport, browserArgs, ...rest } = options;
  const editor = await Editor.start(rest);
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await editor.stop();
  };
  try {
    browser = await launchBrowser(browserArgs);
    const context = await newContext(browser, viewport);
    return { editor, context, workbench: await Workbench.open(context, editor), close };
  } catch (error) {
    await close();
    throw error;
  }
}
