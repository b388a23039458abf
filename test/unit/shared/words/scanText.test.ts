import assert from 'node:assert/strict';
import { scanText, todayScanText } from '../../../../src/shared/words/scanText';

describe('What is said while costs are added up', () => {
  const scan = { doneBytes: 0, totalBytes: 0, todayIsKnown: false };

  it('is nothing once all is known', () => {
    assert.deepEqual([scanText(undefined), todayScanText(undefined)], [undefined, undefined]);
  });

  it('names a share once there is one, and never all of it', () => {
    assert.equal(scanText(scan), 'Adding up the cost of past sessions…');
    const nearly = { ...scan, doneBytes: 999, totalBytes: 1_000 };
    assert.equal(scanText(nearly), 'Adding up the cost of past sessions… 99 %');
    assert.equal(todayScanText(nearly), 'adding up… 99 %');
  });

  it('is nothing of today once today is known', () => {
    const known = { ...scan, todayIsKnown: true };
    assert.equal(todayScanText(known), undefined);
    assert.notEqual(scanText(known), undefined);
  });
});
