import type { Locator } from 'playwright-core';
import { decodePng } from '../../tools/animation/png';

/** Red, green and blue, of 255. */
export type Color = readonly [number, number, number];

/** The pixel in the middle of what is drawn there. */
export async function middleOf(target: Locator): Promise<Color> {
  const { width, height, pixels } = decodePng(await target.screenshot());
  const at = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
}

/** As WCAG counts it: from 1, the same, to 21, black and white. */
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
