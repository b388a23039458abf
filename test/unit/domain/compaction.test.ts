import assert from 'node:assert/strict';
import { compactionPoint } from '../../../src/extension/hub/domain/compaction';

describe('the point of automatic compaction', () => {
  it('is known of the long window, and where it was seen', () => {
    assert.equal(compactionPoint(1_000_000, undefined), 977_000);
    assert.equal(compactionPoint(1_000_000, 950_000), 950_000);
    assert.equal(compactionPoint(200_000, 168_000), 168_000);
  });

  it('is not guessed', () => {
    assert.equal(compactionPoint(200_000, undefined), undefined);
    assert.equal(compactionPoint(200_000, 900_000), undefined);
    assert.equal(compactionPoint(0, 5), undefined);
  });
});
