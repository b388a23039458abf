import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/editor/browser';
import { encodeAnimation } from '../tools/animation/apng';
import { until } from '../support/until';

/** The chunks of a PNG, by type, in file order. */
function chunksOf(file: Buffer): readonly (readonly [string, Buffer])[] {
  const chunks: (readonly [string, Buffer])[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    const content = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    chunks.push([file.toString('latin1', at + 4, at + 8), content]);
  }
  return chunks;
}

describe('An animated picture', () => {
  const browser = useBrowser();
  let page: Page;
  before(async () => {
    page = await browser().newPage({ viewport: { width: 40, height: 30 } });
  });

  /** A white page, with a red square if its corner is given. */
  async function picture(corner?: number): Promise<Buffer> {
    const place = `position:absolute;left:${corner}px;top:${corner}px;width:4px;height:4px`;
    await page.setContent(
      corner === undefined ? '' : `<p style="${place};background:red;margin:0">`,
    );
    return page.screenshot();
  }

  it('has of each frame what has changed, and shows one that did not for longer', async () => {
    const pngs = [await picture(), await picture(), await picture(5), await picture(8)];
    const frames = pngs.map((png) => ({ png, milliseconds: 40 }));
    const file = await encodeAnimation(page, frames);
    const chunks = chunksOf(file);
    const types = ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'];
    assert.deepEqual(
      chunks.map(([type]) => type),
      types,
    );
    const controls = chunks.filter(([type]) => type === 'fcTL').map(([, content]) => content);
    assert.deepEqual(
      controls.map((one) => [0, 4, 8, 12, 16].map((at) => one.readUInt32BE(at))),
      [
        [0, 40, 30, 0, 0],
        [1, 4, 4, 5, 5],
        [3, 7, 7, 5, 5],
      ],
    );
    assert.deepEqual(
      controls.map((one) => one.readUInt16BE(20)),
      [80, 40, 40],
    );
  });

  it('is one that a browser shows, from its first frame to its last', async () => {
    const last = await picture(8);
    const frames = [await picture(), await picture(5), last];
    const file = await encodeAnimation(
      page,
      frames.map((png, index) => ({ png, milliseconds: index === 2 ? 60_000 : 10 })),
    );
    const source = `data:image/png;base64,${file.toString('base64')}`;
    await page.setContent(`<body style="margin:0"><img src="${source}">`);
    await until(
      () => page.screenshot(),
      (shown) => assert.ok(shown.equals(last)),
    );
  });
});
