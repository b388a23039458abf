import { chunk, numbers, packRows, signature, type Picture } from './png';

export interface AnimationFrame {
  readonly picture: Picture;
  /** How long it is shown. */
  readonly milliseconds: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn over the frame before: what is transparent in it stays as it was. */
const drawOver = Buffer.from([0, 1]);

/** A PNG that moves, over and over: the first frame whole, of each other one what has changed. */
export function encodeAnimation(frames: readonly AnimationFrame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('An animation needs a frame.');
  const { width, height } = first.picture;
  const shown = withoutRepeats(frames);
  let count = 0;
  const parts = shown.flatMap(({ picture, milliseconds }, index) => {
    const before = shown[index - 1]?.picture;
    const box = before ? changedBox(before, picture) : { x: 0, y: 0, width, height };
    const control = Buffer.concat([
      numbers(count++, box.width, box.height, box.x, box.y),
      Buffer.from([milliseconds >> 8, milliseconds & 255, 1000 >> 8, 1000 & 255]),
      drawOver,
    ]);
    const data = packRows(cut(picture, box, before));
    return [
      chunk('fcTL', control),
      before ? chunk('fdAT', Buffer.concat([numbers(count++), data])) : chunk('IDAT', data),
    ];
  });
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 6, 0, 0, 0])])),
    chunk('acTL', numbers(shown.length, 0)),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A frame like the one before is that one, for longer. */
function withoutRepeats(frames: readonly AnimationFrame[]): readonly AnimationFrame[] {
  const kept: AnimationFrame[] = [];
  for (const frame of frames) {
    const last = kept.at(-1);
    if (last && Buffer.compare(last.picture.pixels, frame.picture.pixels) === 0) {
      const milliseconds = last.milliseconds + frame.milliseconds;
      kept[kept.length - 1] = { ...last, milliseconds: Math.min(milliseconds, 65_535) };
    } else {
      kept.push(frame);
    }
  }
  return kept;
}

function changedBox(before: Picture, after: Picture): Box {
  const { width, height } = after;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isSame(before, after, (y * width + x) * 4)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), y + 1];
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function isSame(one: Picture, other: Picture, at: number): boolean {
  return (
    one.pixels[at] === other.pixels[at] &&
    one.pixels[at + 1] === other.pixels[at + 1] &&
    one.pixels[at + 2] === other.pixels[at + 2]
  );
}

/** What is to be drawn in the box; what was there already is left transparent. */
function cut(picture: Picture, { x, y, width, height }: Box, before?: Picture): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = ((y + row) * picture.width + x + column) * 4;
      if (before && isSame(before, picture, at)) continue;
      pixels.set(picture.pixels.subarray(at, at + 4), (row * width + column) * 4);
    }
  }
  return { width, height, pixels };
}
