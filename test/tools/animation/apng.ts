import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

export interface AnimationFrame {
  /** A complete picture; all frames have the same size. */
  readonly png: Buffer;
  /** How long it is shown. */
  readonly milliseconds: number;
}

/** The part of a frame that differs from the previous one, transparent where it is unchanged. */
interface Change {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** Its rows in PNG format, compressed, in base64. */
  readonly rows: string;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits for each of red, green, blue and opacity; not interlaced. */
const colours = Buffer.from([8, 6, 0, 0, 0]);
/** Keeps the frame for the next one, which is drawn over it. */
const drawOver = Buffer.from([0, 1]);

/**
 * Encodes an animated PNG that repeats forever: the first frame in full, of each other one the
 * changed part. The browser of `page` decodes and compares the pictures; it cannot encode
 * animations, so the file is assembled here.
 */
export async function encodeAnimation(
  page: Page,
  frames: readonly AnimationFrame[],
): Promise<Buffer> {
  const shown: (Change & { milliseconds: number })[] = [];
  for (const [index, { milliseconds }] of frames.entries()) {
    const pictures = frames.slice(Math.max(0, index - 1), index + 1);
    const texts = pictures.map(({ png }) => png.toString('base64'));
    const change = await page.evaluate(changeOf, texts);
    const last = shown.at(-1);
    if (change) shown.push({ ...change, milliseconds });
    else if (last) last.milliseconds = Math.min(last.milliseconds + milliseconds, 65_535);
  }
  const [first] = shown;
  if (first === undefined) throw new Error('An animation needs a frame.');
  let count = 0;
  const parts = shown.flatMap(({ width, height, x, y, rows, milliseconds }, index) => {
    const times = Buffer.from([milliseconds >> 8, milliseconds & 255, 1000 >> 8, 1000 & 255]);
    // The browser compresses for speed, not size.
    const data = deflateSync(inflateSync(Buffer.from(rows, 'base64')), { level: 9 });
    return [
      chunk('fcTL', numbers(count++, width, height, x, y), times, drawOver),
      index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbers(count++), data),
    ];
  });
  return Buffer.concat([
    signature,
    chunk('IHDR', numbers(first.width, first.height), colours),
    chunk('acTL', numbers(shown.length, 0)),
    ...parts,
    chunk('IEND'),
  ]);
}

/**
 * Runs in the page: the part to draw over the first of two pictures to get the last; undefined if
 * they are equal.
 */
async function changeOf(pngs: readonly string[]): Promise<Change | undefined> {
  const pictures: ImageData[] = [];
  for (const png of pngs) {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const picture = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    if (picture) pictures.push(picture);
  }
  const picture = pictures.at(-1);
  if (picture === undefined) return undefined;
  const before = pictures.length > 1 ? new Uint32Array(pictures[0]?.data.buffer ?? []) : [];
  const pixels = new Uint32Array(picture.data.buffer);
  let [left, top, right, bottom] = [picture.width, picture.height, 0, 0];
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === before[at]) {
      pixels[at] = 0; // Transparent.
      continue;
    }
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), y + 1];
  }
  if (right === 0) return undefined;
  const [width, height] = [right - left, bottom - top];
  // Each row begins with its filter type: none, which compresses areas of one colour best.
  const rows = new Uint8Array(height * (width * 4 + 1));
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 4;
    rows.set(picture.data.subarray(from, from + width * 4), y * (width * 4 + 1) + 1);
  }
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { width, height, x: left, y: top, rows: btoa(text) };
}

function chunk(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...contents]);
  return Buffer.concat([numbers(content.length - 4), content, numbers(crc32(content))]);
}

/** Encodes numbers as the format requires: four bytes each, most significant first. */
function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
