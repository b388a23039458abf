import assert from 'node:assert/strict';
import {
  adjacentPart,
  partFrom,
  partSize,
  partPlace,
  type ReviewPart,
} from '../../../../src/extension/views/review/reviewPart';

describe('The parts of a large review', () => {
  it('do not exist if all files are opened together', () => {
    assert.equal(partFrom(0, 0), undefined);
    assert.equal(partFrom(0, partSize), undefined);
  });

  it('contain every file once, forwards and backwards', () => {
    for (const count of [partSize + 1, 2 * partSize, 301]) {
      const parts: ReviewPart[] = [];
      for (let part = partFrom(0, count); part !== undefined; part = adjacentPart(part, 1))
        parts.push(part);
      const files = parts.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, index) => start + index),
      );
      assert.deepEqual(
        files,
        Array.from({ length: count }, (_, index) => index),
      );
      const back: ReviewPart[] = [];
      for (let part = parts.at(-1); part !== undefined; part = adjacentPart(part, -1))
        back.unshift(part);
      assert.deepEqual(back, parts);
      assert.deepEqual(
        parts.map(partPlace),
        parts.map((_, index) =>
          index === 0 ? 'first' : index === parts.length - 1 ? 'last' : 'middle',
        ),
      );
    }
  });

  it('start again at the first file if that has changed', () => {
    const shifted = partFrom(7, 2 * partSize);
    assert.ok(shifted);
    assert.equal(partPlace(shifted), 'middle');
    assert.deepEqual(adjacentPart(shifted, -1), partFrom(0, 2 * partSize));
  });
});
