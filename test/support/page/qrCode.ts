import readCode from 'jsqr';
import type { Locator } from 'playwright-core';

/** What a camera reads off the code that is drawn there; undefined where it finds none. */
export async function qrCodeIn(target: Locator): Promise<string | undefined> {
  const png = (await target.screenshot()).toString('base64');
  const { width, height, data } = await target.page().evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? [];
    return { width: picture.width, height: picture.height, data: [...pixels] };
  }, png);
  return readCode(Uint8ClampedArray.from(data), width, height)?.data;
}
