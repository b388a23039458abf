import assert from 'node:assert/strict';
import { NotifiedLimits } from '../../../src/extension/hub/attention/notifiedLimits';

const now = Date.UTC(2026, 10, 24, 0, 15);
const reset = Date.UTC(2026, 10, 24, 1, 45, 26);
const limited = (resetsAt?: number) => ({
  limit: {
    ...(resetsAt !== undefined && { resetsAt: new Date(resetsAt).toISOString() }),
    goesOn: false,
    asks: false,
  },
});

describe('The limits that a person was notified of', () => {
  it('call once for all sessions that meet them, and together at first', () => {
    const limits = new NotifiedLimits();
    assert.equal(limits.isKnown(limited(reset), now), false);
    limits.add(limited(reset), now);
    assert.equal(limits.isKnown(limited(reset), now + 1_000), false);
    limits.add(limited(reset), now + 1_000);
    assert.equal(limits.isKnown(limited(reset), now + 2_001), true);
    // A hook reports the reset only to the minute.
    const minute = Date.UTC(2026, 10, 24, 1, 45, 59, 999);
    assert.equal(limits.isKnown(limited(minute), now + 60_000), true);
  });

  it('do not suppress other notifications', () => {
    const limits = new NotifiedLimits();
    limits.add(limited(reset), now);
    assert.equal(limits.isKnown(limited(reset + 5 * 3_600_000), now + 60_000), false);
    limits.add(limited(), now);
    assert.equal(limits.isKnown(limited(), now + 60_000), false);
    limits.add({}, now);
    assert.equal(limits.isKnown({}, now + 60_000), false);
  });

  it('are deleted after their reset', () => {
    const limits = new NotifiedLimits();
    limits.add(limited(reset), now);
    limits.add(limited(reset + 3_600_000), reset + 120_000);
    assert.equal(limits.isKnown(limited(reset), reset + 180_000), false);
  });
});
