import assert from 'node:assert/strict';
import { LatestLimits } from '../../../src/extension/hub/runners/latestLimits';
import type { AccountLimits } from '../../../src/shared/protocol/session/limit';

const now = Date.parse('2026-11-26T15:00:00.000Z');
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
const use = (used: number, resets: number) => ({ used, resetsAt: iso(resets) });

describe('The newest report on the account’s limits', () => {
  let limits: LatestLimits;
  let changes: number;
  beforeEach(() => {
    limits = new LatestLimits();
    changes = 0;
    limits.onDidChange(() => (changes += 1));
  });
  const accept = (reported: AccountLimits): void => limits.accept(reported, now);

  it('is the one that a client made last, in any order of arrival', () => {
    assert.equal(limits.at(now), undefined);
    accept({ at: iso(-1), fiveHour: use(0.5, 60), sevenDay: use(0.2, 600) });
    accept({ at: iso(-9), fiveHour: use(0.3, 60), sevenDay: use(0.1, 600) });
    assert.deepEqual(limits.at(now), {
      at: iso(-1),
      fiveHour: use(0.5, 60),
      sevenDay: use(0.2, 600),
    });
    assert.equal(changes, 2);
  });

  it('is kept for one limit if another one is reported alone', () => {
    accept({ at: iso(-2), sevenDay: use(0.2, 600) });
    accept({ at: iso(-1), fiveHour: { ...use(1, 60), warns: true } });
    assert.deepEqual(limits.at(now), {
      at: iso(-1),
      fiveHour: { ...use(1, 60), warns: true },
      sevenDay: use(0.2, 600),
    });
  });

  it('is stored for each agent’s account', () => {
    accept({ at: iso(-1), fiveHour: use(0.5, 60) });
    accept({ agent: 'codex', at: iso(-2), fiveHour: use(0.2, 30) });
    assert.deepEqual(limits.summaryAt(now), {
      limits: { at: iso(-1), fiveHour: use(0.5, 60) },
      agentLimits: [{ agent: 'codex', at: iso(-2), fiveHour: use(0.2, 30) }],
    });
    assert.deepEqual(Object.keys(limits.summaryAt(now + 40 * 60_000)), ['limits']);
  });

  it('is removed for each limit after its reset', () => {
    accept({ at: iso(0), fiveHour: use(0.5, 60), sevenDay: use(0.2, 600) });
    assert.deepEqual(limits.at(now + 60 * 60_000), { at: iso(0), sevenDay: use(0.2, 600) });
    assert.equal(limits.at(now + 600 * 60_000), undefined);
  });

  it('never has an implausible time, or one that hides later reports', () => {
    accept({ at: 'noon', fiveHour: use(0.5, 60) });
    accept({ at: iso(0), fiveHour: { used: 0.5, resetsAt: 'soon' } });
    accept({ at: iso(0), fiveHour: { used: 0.5, resetsAt: '9999-01-01T00:00:00.000Z' } });
    assert.equal(limits.at(now), undefined);
    accept({ at: iso(600), fiveHour: use(0.4, 60) });
    accept({ at: iso(0), fiveHour: use(0.5, 60) });
    assert.deepEqual(limits.at(now)?.fiveHour, use(0.5, 60));
  });
});
