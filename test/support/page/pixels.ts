import type { Locator } from 'playwright-core';
import { paint } from './unpainted';

/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

/** The pixel in the middle of an element. */
export async function middleOf(target: Locator): Promise<Color> {
  await paint(target.page());
  const png = (await target.screenshot()).toString('base64');
  return target.page().evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(picture, -Math.floor(picture.width / 2), -Math.floor(picture.height / 2));
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return [red, green, blue] as const;
  }, png);
}

/** Contrast ratio of WCAG, from 1 for equal colours to 21 for black and white. */
export function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
