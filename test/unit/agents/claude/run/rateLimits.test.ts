import assert from 'node:assert/strict';
import { limitsIn } from '../../../../../src/extension/agents/claude/run/rateLimits';

const now = Date.parse('2026-11-26T18:00:00.000Z');
const at = new Date(now).toISOString();
const five = { resetsAt: 1_795_723_883, status: 'allowed' };
const seven = { utilization: 0.12, resetsAt: 1_795_975_883, status: 'allowed' };
const fiveResets = { resetsAt: '2026-11-26T20:11:23.000Z' };
const sevenDay = { used: 0.12, resetsAt: '2026-11-29T18:11:23.000Z' };
const event = (five_hour: object, more: object = {}) => ({
  status: 'allowed',
  resetsAt: 1_795_723_883,
  rateLimitType: 'five_hour',
  unifiedWindows: { five_hour, seven_day: seven },
  ...more,
});

/** Events in the format of client 2.1.332. */
describe('A client’s word of its account’s limits', () => {
  it('is the used share of both, with their resets', () => {
    const limits = limitsIn(event({ ...five, utilization: 0.31 }), now);
    assert.deepEqual(limits, { at, fiveHour: { used: 0.31, ...fiveResets }, sevenDay });
  });

  it('warns where the client does, and where it refuses', () => {
    for (const [status, used] of [
      ['allowed_warning', 0.81],
      ['rejected', 1],
    ] as const) {
      const parsed = limitsIn(event({ ...five, utilization: used, status }, { status }), now);
      assert.deepEqual(parsed?.fiveHour, { used, ...fiveResets, warns: true });
      assert.deepEqual(parsed?.sevenDay, sevenDay);
    }
  });

  it('is that of one limit where no others are told', () => {
    const { unifiedWindows: _none, ...alone } = event({}, { utilization: 0.81 });
    assert.deepEqual(limitsIn(alone, now), { at, fiveHour: { used: 0.81, ...fiveResets } });
    assert.equal(limitsIn({ ...alone, utilization: undefined }, now), undefined);
    const refused = limitsIn({ ...alone, utilization: undefined, status: 'rejected' }, now);
    assert.deepEqual(refused?.fiveHour, { used: 1, ...fiveResets, warns: true });
    assert.equal(limitsIn({ ...alone, rateLimitType: 'overage' }, now), undefined);
  });

  it('is none where it makes no sense', () => {
    for (const info of [
      undefined,
      'all',
      { unifiedWindows: [] },
      event({ ...five, utilization: -1 }, { unifiedWindows: { five_hour: { ...five } } }),
      { unifiedWindows: { five_hour: { ...five, utilization: 'half' } } },
      { unifiedWindows: { five_hour: { ...five, utilization: 1e9 } } },
      { unifiedWindows: { five_hour: { utilization: 0.5, resetsAt: 9e12 } } },
      { unifiedWindows: { seven_day: { utilization: 0.5 } } },
    ]) {
      assert.equal(limitsIn(info, now), undefined, JSON.stringify(info));
    }
  });
});
