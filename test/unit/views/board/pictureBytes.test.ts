import assert from 'node:assert/strict';
import { pictureBytes } from '../../../../src/extension/views/board/pictureBytes';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe('pictureBytes', () => {
  it('returns the bytes of a picture', () => {
    assert.deepEqual(pictureBytes(png.toString('base64')), png);
  });

  it('returns nothing for data that is not a picture', () => {
    for (const text of ['', 'PHN2Zz4=', png.subarray(1).toString('base64')]) {
      assert.equal(pictureBytes(text), undefined);
    }
  });
});
