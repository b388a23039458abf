import type { BrowserContext } from 'playwright-core';
import { defaultViewport, launchBrowser, newContext, type Viewport } from './browser';
import { Editor, type EditorOptions } from './editor';
import { acquireWindowContext, prepareContext, type WindowContext } from './windowContext';
import { Workbench } from './window/workbench';

export interface WindowOptions extends EditorOptions {
  readonly viewport?: Viewport | undefined;
  /** Extra arguments of the window's browser. */
  readonly browserArgs?: readonly string[];
}

export interface TestWindowOptions extends EditorOptions {
  /** Size of the first window; further ones have the default size. */
  readonly viewport?: Pick<Viewport, 'width' | 'height'>;
}

/** An editor and one window on it. */
export interface EditorWindow {
  readonly editor: Editor;
  readonly context: BrowserContext;
  readonly workbench: Workbench;
  close(): Promise<void>;
}

/** Opens a window in its own browser, which closes with the window. */
export async function openWindow(options: WindowOptions): Promise<EditorWindow> {
  const { viewport, browserArgs, ...rest } = options;
  const browser = await launchBrowser(browserArgs);
  const release = (): Promise<void> => browser.close();
  try {
    const context = await newContext(browser, viewport);
    await prepareContext(context, viewport?.motion);
    return await openIn({ context, port: 0, release }, rest);
  } catch (error) {
    await release();
    throw error;
  }
}

/** Opens a window in the browser that all test windows of this process use one after the other. */
export async function openTestWindow(options: TestWindowOptions): Promise<EditorWindow> {
  const { viewport = defaultViewport, ...rest } = options;
  return openIn(await acquireWindowContext(), rest, viewport);
}

/**
 * Opens the first window of a new editor in a context; releases the context with the window, and on
 * failure.
 */
async function openIn(
  { context, port, release }: WindowContext,
  options: EditorOptions,
  size?: Pick<Viewport, 'width' | 'height'>,
): Promise<EditorWindow> {
  let editor: Editor | undefined;
  const close = async (): Promise<void> => {
    try {
      await release(editor?.url);
    } finally {
      await editor?.stop();
    }
  };
  try {
    editor = await Editor.start({ ...options, port });
    const workbench = await Workbench.open(context, editor);
    if (size !== undefined) await workbench.page.setViewportSize(size);
    return { editor, context, workbench, close };
  } catch (error) {
    await close();
    throw error;
  }
}
