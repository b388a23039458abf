import assert from 'node:assert/strict';
import { scanText, todayScanText } from '../../../../src/shared/words/scanText';

describe('The progress of adding up costs', () => {
  const scan = { doneBytes: 0, totalBytes: 0, todayIsKnown: false };

  it('is empty once all costs are known', () => {
    assert.deepEqual([scanText(undefined), todayScanText(undefined)], [undefined, undefined]);
  });

  it('contains a percentage once there is one, and never 100 %', () => {
    assert.equal(scanText(scan), 'Adding up the cost of past sessions…');
    const nearly = { ...scan, doneBytes: 999, totalBytes: 1_000 };
    assert.equal(scanText(nearly), 'Adding up the cost of past sessions… 99 %');
    assert.equal(todayScanText(nearly), 'adding up… 99 %');
  });

  it('does not mention today once today’s costs are known', () => {
    const known = { ...scan, todayIsKnown: true };
    assert.equal(todayScanText(known), undefined);
    assert.notEqual(scanText(known), undefined);
  });
});
