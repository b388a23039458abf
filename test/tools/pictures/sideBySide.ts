import type { Page } from 'playwright-core';

/** One of several pictures to be combined; sizes are in pixels. */
export interface Placed {
  readonly png: Buffer;
  /** Corner radius. */
  readonly radius: number;
}

/**
 * Draws pictures from left to right, vertically centered, on a transparent background; the browser
 * of `page` draws them.
 */
export async function sideBySide(
  page: Page,
  pictures: readonly Placed[],
  gap: number,
): Promise<Buffer> {
  const texts = pictures.map(({ png, radius }) => ({ png: png.toString('base64'), radius }));
  const combined = await page.evaluate(
    async ({ placed, between }) => {
      const bitmaps = await Promise.all(
        placed.map(({ png }) => {
          const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
          return createImageBitmap(new Blob([bytes]));
        }),
      );
      const width = bitmaps.reduce((sum, one) => sum + one.width + between, -between);
      const height = Math.max(...bitmaps.map((one) => one.height));
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      let left = 0;
      for (const [index, bitmap] of bitmaps.entries()) {
        const top = Math.round((height - bitmap.height) / 2);
        context?.save();
        context?.beginPath();
        context?.roundRect(left, top, bitmap.width, bitmap.height, placed[index]?.radius ?? 0);
        context?.clip();
        context?.drawImage(bitmap, left, top);
        if (context) {
          context.strokeStyle = 'rgb(128 128 128 / 0.55)';
          context.lineWidth = 4;
          context.stroke();
        }
        context?.restore();
        left += bitmap.width + between;
      }
      return canvas.toDataURL('image/png');
    },
    { placed: texts, between: gap },
  );
  return Buffer.from(combined.slice(combined.indexOf(',') + 1), 'base64');
}
