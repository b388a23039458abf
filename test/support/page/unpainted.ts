import type { Page } from 'playwright-core';

declare global {
  /** Keeps the page from being painted until it is emptied. */
  var unpainted: CSSStyleSheet | undefined;
}

/**
 * Runs in a page: it is laid out, and what is on it is in sight, but nothing of it is painted until `paint`.
 * Painting takes an eighth of the processor time of a page that nobody looks at.
 */
export const leaveUnpainted = `{
  globalThis.unpainted = new CSSStyleSheet();
  unpainted.replaceSync('html { opacity: 0 !important; }');
  document.adoptedStyleSheets.push(unpainted);
}`;

/** To be called before what the page looks like is read: a picture of it, or what an audit sees. */
export async function paint(page: Page): Promise<void> {
  await page.evaluate(() => globalThis.unpainted?.replaceSync(''));
}

/** Writes down what the page looks like. */
export async function takePicture(page: Page, path: string): Promise<void> {
  await paint(page);
  await page.screenshot({ path });
}
