import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { paint } from './unpainted';

/** Decodes the QR code on the screen, like a camera; undefined without one. */
export async function readQrCode(page: Page): Promise<string | undefined> {
  await paint(page);
  const png = (await page.screenshot()).toString('base64');
  const { width, height, pixels } = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const { width: columns, height: rows } = picture;
    const context = new OffscreenCanvas(columns, rows).getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data } = context?.getImageData(0, 0, columns, rows) ?? {};
    // One byte per pixel is enough for black and white.
    let grey = '';
    for (let at = 0; at < columns * rows; at++)
      grey += String.fromCharCode(data?.[at * 4 + 1] ?? 0);
    return { width: columns, height: rows, pixels: btoa(grey) };
  }, png);
  const grey = Buffer.from(pixels, 'base64');
  const colors = new Uint8ClampedArray(grey.length * 4).fill(255);
  for (const [at, value] of grey.entries()) colors.fill(value, at * 4, at * 4 + 3);
  return jsQR(colors, width, height)?.data;
}
