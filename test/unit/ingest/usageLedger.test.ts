import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { priceMessage, type MessageUsage } from '../../../src/extension/hub/domain/pricing';
import type { MessageRecord } from '../../../src/extension/hub/ingest/messageUsage';
import { localDay, UsageLedger } from '../../../src/extension/hub/ingest/usageLedger';

const noon = new Date(2026, 2, 2, 12).getTime();
const model = 'claude-sonnet-4-5';

function usage(output: number, fields: Partial<MessageUsage> = {}): MessageUsage {
  const none = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };
  return { input: 100, output, ...none, fast: false, usOnly: false, ...fields };
}

function message(
  messageId: string,
  output: number,
  fields: Partial<MessageRecord> = {},
): MessageRecord {
  return { messageId, ownerSessionId: undefined, model, at: noon, usage: usage(output), ...fields };
}

describe('The ledger', () => {
  let ledger: UsageLedger;
  beforeEach(() => (ledger = new UsageLedger()));

  it('counts the lines of one message once', () => {
    const first = ledger.record('s', undefined, message('m1', 50));
    assert.equal(first?.session.output, 50);
    assert.equal(ledger.record('s', undefined, message('m1', 50)), undefined);
    assert.equal(ledger.today(noon).tokens, 150);
  });

  it('takes the largest usage of a message, whichever comes first', () => {
    ledger.record('s', undefined, message('m1', 3));
    assert.equal(ledger.record('s', undefined, message('m1', 87))?.session.output, 87);
    assert.equal(ledger.record('s', undefined, message('m1', 3)), undefined);
    assert.equal(ledger.today(noon).tokens, 187);
    assert.equal(ledger.today(noon).usd, priceMessage(model, usage(87), noon).usd);
  });

  it('adds the messages of a session', () => {
    ledger.record('s', undefined, message('m1', 50));
    const cached = usage(5, { cacheRead: 1000, cacheWrite5m: 200, cacheWrite1h: 300 });
    const change = ledger.record('s', undefined, message('m2', 5, { usage: cached }));
    const { input, output, cacheRead, cacheCreation } = change?.session ?? {};
    assert.deepEqual([input, output, cacheRead, cacheCreation], [200, 55, 1000, 500]);
    assert.equal(change?.agent, undefined);
  });

  it('counts what a subagent used on its card and its session', () => {
    ledger.record('s', undefined, message('m1', 50));
    const change = ledger.record('s', 'a1', message('m2', 7));
    assert.deepEqual(
      [change?.session.output, change?.agentId, change?.agent?.output],
      [57, 'a1', 7],
    );
  });

  it('lets the first session pay for what a fork copies', () => {
    ledger.record('first', undefined, message('m1', 50));
    assert.equal(
      ledger.record('fork', undefined, message('m1', 50, { ownerSessionId: 'first' })),
      undefined,
    );
    assert.equal(ledger.today(noon).tokens, 150);
  });

  it('lets the first session pay though the copy is read first', () => {
    const copied = message('m1', 50, { ownerSessionId: 'first' });
    assert.equal(ledger.record('fork', undefined, copied)?.sessionId, 'first');
    assert.equal(ledger.record('first', undefined, message('m1', 50)), undefined);
    assert.equal(ledger.record('fork', undefined, message('m2', 8))?.session.output, 8);
  });

  it('counts each message on the day it was made, by the calendar of this machine', () => {
    const midnight = new Date(2026, 2, 3).getTime();
    ledger.record('s', undefined, message('m1', 1, { at: midnight - 1 }));
    ledger.record('s', undefined, message('m2', 2, { at: midnight }));
    assert.equal(ledger.today(midnight - 1).tokens, 101);
    assert.equal(ledger.today(midnight).tokens, 102);
    assert.deepEqual(ledger.today(midnight + 86_400_000), { usd: 0, tokens: 0 });
  });

  it('knows the day in a year of any daylight saving', () => {
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const at = new Date(2026, 0, 1, hour);
      assert.equal(
        localDay(at.getTime()),
        `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`,
      );
    }
  });

  it('says where a price is a guess', () => {
    assert.equal(ledger.record('s', undefined, message('m1', 1))?.session.estimated, false);
    const unknown = message('m2', 1, { model: 'claude-sonnet-99' });
    assert.equal(ledger.record('s', undefined, unknown)?.session.estimated, true);
  });

  it('ends with the same sums, whatever the order of the lines', () => {
    const line = fc.record({
      id: fc.constantFrom('m1', 'm2', 'm3', 'm4'),
      output: fc.integer({ min: 1, max: 1000 }),
    });
    const lines = fc
      .array(line, { minLength: 1, maxLength: 30 })
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      );
    fc.assert(
      fc.property(lines, ([one, other]) => {
        const [left, right] = [one, other].map((order) => {
          const sums = new UsageLedger();
          for (const { id, output } of order) sums.record('s', undefined, message(id, output));
          return sums.today(noon);
        });
        assert.equal(left?.tokens, right?.tokens);
        assert.ok(Math.abs((left?.usd ?? 0) - (right?.usd ?? 0)) < 1e-9);
      }),
    );
  });
});
