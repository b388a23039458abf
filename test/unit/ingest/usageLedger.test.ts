import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import * as fc from 'fast-check';
import type { MessageRecord } from '../../../src/extension/hub/ingest/messageUsage';
import { UsageLedger } from '../../../src/extension/hub/ingest/usageLedger';

const noon = new Date(2026, 5, 10, 12).getTime();

function record(change: Partial<MessageRecord> & { output?: number } = {}): MessageRecord {
  const { output = 10, ...rest } = change;
  return {
    messageId: 'm1',
    ownerSessionId: undefined,
    model: 'claude-sonnet-4-5',
    at: noon,
    usage: {
      input: 100,
      output,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      webSearches: 0,
      fast: false,
      usOnly: false,
    },
    ...rest,
  };
}

const files = [
  { sessionId: 'a', agentId: undefined },
  { sessionId: 'b', agentId: undefined },
  { sessionId: 'a', agentId: 'x' },
] as const;

/** All totals after these records, each in its file. */
function totals(records: readonly (readonly [number, MessageRecord])[]): unknown {
  const ledger = new UsageLedger();
  const sources = files.map(({ sessionId, agentId }) => ledger.source(sessionId, agentId));
  for (const [file, one] of records) ledger.record(sources[file] ?? 0, one);
  const changes = ledger
    .takeChanges()
    .filter(({ total }) => total.input + total.output > 0)
    .map((change) => JSON.stringify(change))
    .sort();
  return { changes, today: ledger.today(noon) };
}

describe('UsageLedger', () => {
  it('counts a message once, with the largest usage that a line tells', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', undefined);
    for (const output of [3, 87, 20]) ledger.record(source, record({ output }));
    const [change] = ledger.takeChanges();
    assert.equal(change?.total.output, 87);
    assert.equal(ledger.today(noon).tokens, 187);
    assert.deepEqual(ledger.takeChanges(), []);
  });

  it("gives a fork's copies to the session that made them", () => {
    const ledger = new UsageLedger();
    ledger.record(ledger.source('fork', undefined), record({ ownerSessionId: 'first' }));
    ledger.record(ledger.source('first', undefined), record({ ownerSessionId: 'first' }));
    const told = ledger.takeChanges().map(({ sessionId, total }) => [sessionId, total.output]);
    assert.deepEqual(told, [['first', 10]]);
  });

  it('counts a subagent for itself and for its session', () => {
    const ledger = new UsageLedger();
    ledger.record(ledger.source('a', 'x'), record());
    const told = ledger.takeChanges().map(({ agentId, total }) => [agentId, total.output]);
    assert.deepEqual(told, [
      [undefined, 10],
      ['x', 10],
    ]);
  });

  it('says where a price is a guess', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', undefined);
    ledger.record(source, record());
    assert.equal(ledger.takeChanges()[0]?.total.estimated, false);
    ledger.record(source, record({ messageId: 'm2', model: 'claude-sonnet-99' }));
    assert.equal(ledger.takeChanges()[0]?.total.estimated, true);
  });

  it('takes back what a file told, and keeps what others told', () => {
    const ledger = new UsageLedger();
    const [a, b] = [ledger.source('a', undefined), ledger.source('b', undefined)];
    ledger.record(a, record({ output: 50 }));
    ledger.record(b, record({ output: 20 }));
    ledger.record(a, record({ messageId: 'm2' }));
    ledger.drop(a);
    assert.equal(ledger.today(noon).tokens, 120);
  });

  it('comes to the same totals in whatever order files are read', () => {
    const one = fc.record({
      file: fc.integer({ min: 0, max: 2 }),
      messageId: fc.constantFrom('m1', 'm2', 'm3', 'm4'),
      ownerSessionId: fc.constantFrom(undefined, 'a', 'b', 'c'),
      model: fc.constantFrom('claude-sonnet-4-5', 'claude-opus-4-1', 'unheard-of'),
      at: fc.integer({ min: noon - 3 * 86_400_000, max: noon }),
      output: fc.integer({ min: 0, max: 50 }),
    });
    // Within a file the order is given: one line a message in each.
    const lines = fc.uniqueArray(one, {
      selector: ({ file, messageId }) => `${file} ${messageId}`,
    });
    const orders = lines.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(orders, (both) => {
        const [first, second] = both.map((list) =>
          totals(list.map(({ file, ...rest }) => [file, record(rest)] as const)),
        );
        assert.deepEqual(first, second);
      }),
    );
  });

  it('keeps what a cache needs to start with the same totals', () => {
    const before = new UsageLedger();
    const source = before.source('a', undefined);
    for (const messageId of ['m1', 'm2', 'm3']) {
      before.record(source, record({ messageId, ownerSessionId: 'z' }));
    }
    const after = new UsageLedger();
    const restored = after.source('a', undefined);
    for (const one of before.recordsOf(new Set([source]))) {
      if (one !== undefined) after.restore(restored, one);
    }
    assert.deepEqual(after.takeChanges(), before.takeChanges());
  });

  it('costs less than 80 MB for a million messages', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', undefined);
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 100_000; index += 1) {
      ledger.record(source, record({ messageId: `msg_${index}` }));
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 8_000_000);
    assert.equal(ledger.today(noon).tokens, 11_000_000);
  }).timeout(20_000);

  it('keeps to the local day, whatever its length', () => {
    const script = `
      const { UsageLedger } = require(${JSON.stringify(path.resolve('src/extension/hub/ingest/usageLedger.ts'))});
      const ledger = new UsageLedger();
      const source = ledger.source('a', undefined);
      const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0, fast: false, usOnly: false };
      for (let hour = 0; hour < 24 * 365; hour += 1) {
        const at = Date.UTC(2026, 0, 1, hour);
        ledger.record(source, { messageId: 'm' + hour, ownerSessionId: undefined, model: 'claude-sonnet-4-5', at, usage });
      }
      const tokens = (month, day) => ledger.today(new Date(2026, month, day, 23, 59).getTime()).tokens;
      console.log(JSON.stringify([tokens(2, 28), tokens(2, 29), tokens(2, 30), tokens(9, 25)]));
    `;
    const env = { ...process.env, TZ: 'Europe/Berlin' };
    const args = ['--import', 'tsx', '--input-type=commonjs', '-e', script];
    const output = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
    assert.deepEqual(JSON.parse(output), [24, 23, 24, 25]);
  }).timeout(20_000);
});
