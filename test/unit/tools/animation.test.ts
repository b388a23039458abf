import assert from 'node:assert/strict';
import { encodeAnimation } from '../../tools/animation/apng';
import { chunk, decodePng, numbers, signature, type Picture } from '../../tools/animation/png';
import { deflateSync } from 'node:zlib';

/** The chunks of a file, by type, in their order. */
function chunksOf(file: Buffer): readonly (readonly [string, Buffer])[] {
  const chunks: (readonly [string, Buffer])[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.push([type, file.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  return chunks;
}

/** Pixels of one colour, `[place, red]` apart. */
function picture(width: number, height: number, ...apart: readonly [number, number][]): Picture {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (const [place, red] of apart) pixels[place * 4] = red;
  return { width, height, pixels };
}

describe('an animated picture', () => {
  it('begins as a still one that every viewer shows', () => {
    const first = picture(3, 2, [4, 7]);
    const file = encodeAnimation([{ picture: first, milliseconds: 500 }]);
    assert.deepEqual(decodePng(file), first);
  });

  it('has of each further frame what has changed, and shows one that did not for longer', () => {
    const frames = [picture(4, 3), picture(4, 3), picture(4, 3, [5, 9], [10, 9])];
    const file = encodeAnimation(frames.map((one) => ({ picture: one, milliseconds: 40 })));
    const chunks = chunksOf(file);
    const types = ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'];
    assert.deepEqual(
      chunks.map(([type]) => type),
      types,
    );
    const controls = chunks.filter(([type]) => type === 'fcTL').map(([, content]) => content);
    const [number, width, height, x, y] = [0, 4, 8, 12, 16].map((at) =>
      controls[1]?.readUInt32BE(at),
    );
    assert.deepEqual(
      { number, width, height, x, y },
      { number: 1, width: 2, height: 2, x: 1, y: 1 },
    );
    assert.deepEqual(
      controls.map((one) => one.readUInt16BE(20)),
      [80, 40],
    );
  });
});

describe('a still picture', () => {
  const file = (kind: number, rows: readonly number[]): Buffer =>
    Buffer.concat([
      signature,
      chunk('IHDR', Buffer.concat([numbers(2, 2), Buffer.from([8, kind, 0, 0, 0])])),
      chunk('IDAT', deflateSync(Buffer.from(rows))),
    ]);

  it('is read whatever way its rows are told, and with or without transparency', () => {
    const plain = [0, 1, 2, 3, 4, 5, 6];
    for (const [row, told] of [
      [
        [1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 2, 2, 2],
      ],
      [
        [2, 1, 1, 1, 1, 1, 1],
        [2, 3, 4, 5, 6, 7],
      ],
      [
        [3, 1, 1, 1, 1, 1, 1],
        [1, 2, 2, 3, 4, 5],
      ],
      [
        [4, 1, 1, 1, 1, 1, 1],
        [2, 3, 4, 5, 6, 7],
      ],
    ] as const) {
      const { pixels } = decodePng(file(2, [...plain, ...row]));
      const [a, b, c, d, e, f] = told;
      assert.deepEqual([...pixels.subarray(8)], [a, b, c, 255, d, e, f, 255], String(row));
    }
    assert.deepEqual(
      [...decodePng(file(6, [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8])).pixels],
      [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8],
    );
  });

  it('of another kind is refused', () => {
    assert.throws(() => decodePng(file(3, [0, 1])), /without palette/);
    assert.throws(() => decodePng(Buffer.from('GIF89a,,')), /no PNG/);
  });
});
