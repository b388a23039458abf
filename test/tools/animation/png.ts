import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Four bytes for each pixel: red, green, blue, and how opaque it is. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes of a pixel by the colour type of a file: 2 is without transparency, 6 is with it. */
const pixelBytes: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** A picture as a browser writes it: eight bits a channel, not interlaced, without a palette. */
export function decodePng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('This is no PNG file.');
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = content;
    if (type === 'IDAT') data.push(content);
    at += length + 12;
  }
  const size = header && pixelBytes[header.readUInt8(9)];
  if (header === undefined || size === undefined || header[8] !== 8 || header[12] !== 0) {
    throw new Error('Only PNG files of 8 bits without palette and interlacing are understood.');
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * size, size);
  return { width, height, pixels: size === 4 ? rows : withOpacity(rows) };
}

/** Each row begins with the way in which it tells its difference from its neighbours. */
function unfilter(filtered: Uint8Array, stride: number, size: number): Uint8Array {
  const height = filtered.length / (stride + 1);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const kind = filtered[y * (stride + 1)] ?? 0;
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x < size ? 0 : (rows[to + x - size] ?? 0);
      const up = y === 0 ? 0 : (rows[to + x - stride] ?? 0);
      const corner = x < size || y === 0 ? 0 : (rows[to + x - stride - size] ?? 0);
      rows[to + x] = (filtered[from + x] ?? 0) + expected(kind, left, up, corner);
    }
  }
  return rows;
}

function expected(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  return kind === 4 ? nearest(left, up, corner) : 0;
}

function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
  if (a === undefined || b === undefined || c === undefined) return 0;
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function withOpacity(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let pixel = 0; pixel * 3 < rgb.length; pixel++) {
    rgba.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  }
  return rgba;
}

/** Areas of one colour are what a screen has: rows as they are pack best. */
export function packRows({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  }
  return deflateSync(rows, { level: 9 });
}

export function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([numbers(content.length), typed, numbers(crc32(typed))]);
}

/** As the format has them: four bytes each, the highest first. */
export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
