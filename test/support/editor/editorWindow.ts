import type { BrowserContext } from 'playwright-core';
import { defaultViewport, launchBrowser, newContext, type Viewport } from './browser';
import { Editor, type EditorOptions } from './editor';
import { acquireWindowContext, prepareContext } from './windowContext';
import { Workbench } from './window/workbench';

export interface WindowOptions extends EditorOptions {
  readonly viewport?: Viewport | undefined;
  /** More arguments of the window's browser. */
  readonly browserArgs?: readonly string[];
}

export interface TestWindowOptions extends EditorOptions {
  /** Of the first window; others are as large as the default one. */
  readonly viewport?: Pick<Viewport, 'width' | 'height'>;
}

/** An editor of its own and one window on it. */
export interface EditorWindow {
  readonly editor: Editor;
  readonly context: BrowserContext;
  readonly workbench: Workbench;
  close(): Promise<void>;
}

/** In a browser of its own, which closes with the window. */
export async function openWindow(options: WindowOptions): Promise<EditorWindow> {
  const { viewport, browserArgs, ...rest } = options;
  const editor = await Editor.start(rest);
  const browser = await launchBrowser(browserArgs).catch(async (error: unknown) => {
    await editor.stop();
    throw error;
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await editor.stop();
  };
  try {
    const context = await newContext(browser, viewport);
    await prepareContext(context, viewport?.motion);
    return { editor, context, workbench: await Workbench.open(context, editor), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** In the browser that all test windows of this process use one after the other. */
export async function openTestWindow(options: TestWindowOptions): Promise<EditorWindow> {
  const { viewport = defaultViewport, ...rest } = options;
  const { context, port, release } = await acquireWindowContext();
  let editor: Editor | undefined;
  const close = async (): Promise<void> => {
    try {
      await release(editor?.url);
    } finally {
      await editor?.stop();
    }
  };
  try {
    editor = await Editor.start({ ...rest, port });
    const workbench = await Workbench.open(context, editor);
    await workbench.page.setViewportSize(viewport);
    return { editor, context, workbench, close };
  } catch (error) {
    await close();
    throw error;
  }
}
