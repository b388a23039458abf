import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import * as fc from 'fast-check';
import type { MessageRecord } from '../../../../src/extension/agents/transcripts/format';
import { LocalDays } from '../../../../src/extension/hub/reading/usage/sums';
import { UsageLedger } from '../../../../src/extension/hub/reading/usage/usageLedger';
import { runToEnd } from '../../../support/runToEnd';

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

/** Tokens of the local day of a moment. */
function tokensOn(ledger: UsageLedger, at: number): number {
  const day = new LocalDays().day(at);
  return ledger.takeDays().find((one) => one.day === day)?.tokens ?? 0;
}

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
  return { changes, today: tokensOn(ledger, noon) };
}

describe('UsageLedger', () => {
  it('counts a message once, with the largest usage that a line tells', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', undefined);
    for (const output of [3, 87, 20]) ledger.record(source, record({ output }));
    const [change] = ledger.takeChanges();
    assert.equal(change?.total.output, 87);
    assert.equal(tokensOn(ledger, noon), 187);
    assert.deepEqual(ledger.takeChanges(), []);
  });

  it("gives a fork's copies to the session that made them", () => {
    const ledger = new UsageLedger();
    ledger.record(ledger.source('fork', undefined), record({ ownerSessionId: 'first' }));
    ledger.record(ledger.source('first', undefined), record({ ownerSessionId: 'first' }));
    const reported = ledger.takeChanges().map(({ sessionId, total }) => [sessionId, total.output]);
    assert.deepEqual(reported, [['first', 10]]);
  });

  it('counts a subagent for itself and for its session', () => {
    const ledger = new UsageLedger();
    ledger.record(ledger.source('a', 'x'), record());
    const changes = ledger.takeChanges().map(({ agentId, total }) => [agentId, total.output]);
    assert.deepEqual(changes, [
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

  it('says where no price is known, in session and day, until the person sets one', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', undefined);
    ledger.record(source, record({ model: 'glm-4.6' }));
    const [alone] = ledger.takeChanges();
    assert.deepEqual([alone?.total.usd, alone?.total.unpriced], [0, true]);
    ledger.record(source, record({ messageId: 'm2' }));
    const [mixed] = ledger.takeChanges();
    assert.equal(mixed?.total.unpriced, true);
    assert.ok((mixed?.total.usd ?? 0) > 0);
    assert.equal(ledger.takeDays()[0]?.unpriced, true);
    const { models } = runToEnd(ledger.split('a'));
    assert.deepEqual(
      models.map(({ model, unpriced = false }) => [model, unpriced]),
      [
        ['claude-sonnet-4-5', false],
        ['glm-4.6', true],
      ],
    );
    ledger.setPrices({ 'glm-4.6': { input: 1, output: 2 } });
    assert.equal(ledger.takeChanges()[0]?.total.unpriced, undefined);
    assert.equal(ledger.takeDays()[0]?.unpriced, undefined);
  });

  it('takes back what a file told, and keeps what others told', () => {
    const ledger = new UsageLedger();
    const [a, b] = [ledger.source('a', undefined), ledger.source('b', undefined)];
    ledger.record(a, record({ output: 50 }));
    ledger.record(b, record({ output: 20 }));
    ledger.record(a, record({ messageId: 'm2' }));
    ledger.drop(new Set([a]));
    assert.equal(tokensOn(ledger, noon), 120);
  });

  it('counts copies in the file of a subagent to its session, in whatever order files are read', () => {
    for (const order of [
      [undefined, 'aside'],
      ['aside', undefined],
    ]) {
      const ledger = new UsageLedger();
      for (const agentId of order) {
        const source = ledger.source('a', agentId);
        for (const messageId of ['m1', 'm2']) ledger.record(source, record({ messageId }));
        if (agentId !== undefined) ledger.record(source, record({ messageId: 'm3', output: 7 }));
      }
      const changes = ledger.takeChanges().map(({ agentId, total }) => [agentId, total.output]);
      assert.deepEqual(
        changes.sort(([, one], [, other]) => Number(other) - Number(one)),
        [
          [undefined, 27],
          ['aside', 7],
        ],
      );
    }
  });

  it('tells what was taken back though prices change before it is told', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', 'x');
    ledger.record(source, record());
    ledger.takeChanges();
    ledger.takeDays();
    ledger.drop(new Set([source]));
    ledger.setPrices({ 'claude-sonnet-4-5': { output: 1 } });
    const changes = ledger.takeChanges().map(({ agentId, total }) => [agentId, total.output]);
    assert.deepEqual(changes, [
      [undefined, 0],
      ['x', 0],
    ]);
    assert.equal(tokensOn(ledger, noon), 0);
  });

  it('counts nothing twice when prices change', () => {
    const ledger = new UsageLedger();
    ledger.record(ledger.source('a', 'x'), record());
    const before = ledger.takeChanges();
    ledger.setPrices({ 'claude-sonnet-4-5': { input: 0, output: 1e6 } });
    const after = ledger.takeChanges();
    assert.deepEqual(
      after.map(({ total }) => [total.output, total.usd]),
      before.map(({ total }) => [total.output, 10]),
    );
    assert.equal(tokensOn(ledger, noon), 110);
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
    // The order within a file is fixed, so each file has one line per message.
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

  it('keeps what another one needs to come to the same totals', () => {
    const before = new UsageLedger();
    const [gone, source] = [before.source('b', undefined), before.source('a', 'x')];
    before.record(gone, record({ messageId: 'm0' }));
    for (const messageId of ['m1', 'm2', 'm3']) {
      before.record(source, record({ messageId, ownerSessionId: 'z' }));
    }
    before.record(source, record({ messageId: 'm3', output: 70 }));
    before.drop(new Set([gone]));
    const bytes = Buffer.concat(
      [...before.rowBytes(new Map([[source, 0]]))].map((portion) => Buffer.from(portion)),
    );
    const after = new UsageLedger();
    let read = 0;
    const stored = { models: before.models.all(), owners: before.owners.all() };
    after.restore(
      { ...stored, sources: [{ sessionId: 'a', agentId: 'x' }], rows: 3 },
      (portion) => {
        read += bytes.copy(portion, 0, read);
      },
    );
    assert.equal(read, bytes.length);
    const spent = (ledger: UsageLedger): unknown =>
      ledger.takeChanges().filter(({ total }) => total.usd > 0);
    assert.deepEqual(spent(after), spent(before));
    after.record(0, record({ messageId: 'm3', ownerSessionId: 'z', output: 71 }));
    assert.equal(after.takeChanges()[0]?.total.output, 10 + 10 + 71);
  });

  it('costs less than 80 MB for a million messages', () => {
    const ledger = new UsageLedger();
    const source = ledger.source('a', undefined);
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 100_000; index += 1) {
      ledger.record(source, record({ messageId: `msg_${index}` }));
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 8_000_000);
    assert.equal(tokensOn(ledger, noon), 11_000_000);
  }).timeout(60_000);

  it('keeps to the local day, whatever its length', () => {
    const script = `
      const { UsageLedger } = require(${JSON.stringify(path.resolve('src/extension/hub/reading/usage/usageLedger.ts'))});
      const ledger = new UsageLedger();
      const source = ledger.source('a', undefined);
      const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0, fast: false, usOnly: false };
      for (let hour = 0; hour < 24 * 365; hour += 1) {
        const at = Date.UTC(2026, 0, 1, hour);
        ledger.record(source, { messageId: 'm' + hour, ownerSessionId: undefined, model: 'claude-sonnet-4-5', at, usage });
      }
      const days = new Map(ledger.takeDays().map(({ day, tokens }) => [day, tokens]));
      const tokens = (month, day) => days.get(20260000 + (month + 1) * 100 + day);
      console.log(JSON.stringify([tokens(2, 28), tokens(2, 29), tokens(2, 30), tokens(9, 25)]));
    `;
    const env = { ...process.env, TZ: 'Europe/Berlin' };
    const args = ['--import', 'tsx', '--input-type=commonjs', '-e', script];
    const output = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
    assert.deepEqual(JSON.parse(output), [24, 23, 24, 25]);
  }).timeout(60_000);

  it('splits what a session spent by kind and by model, each message once', () => {
    const ledger = new UsageLedger();
    const [own, copy] = [ledger.source('a', undefined), ledger.source('b', undefined)];
    const agent = ledger.source('a', 'x');
    ledger.record(own, record({ messageId: 'm1', ownerSessionId: 'a' }));
    ledger.record(copy, record({ messageId: 'm1', ownerSessionId: 'a' }));
    ledger.record(agent, record({ messageId: 'm2', model: 'claude-haiku-4-5' }));
    ledger.record(copy, record({ messageId: 'm3' }));
    const split = splitOf(ledger, 'a');
    assert.deepEqual(
      split.models.map(({ model, tokens }) => [model, tokens]),
      [
        ['claude-sonnet-4-5', 110],
        ['claude-haiku-4-5', 110],
      ],
    );
    const { input, output, cacheRead } = split.byKind;
    const ofSession = ledger
      .takeChanges()
      .find(({ sessionId, agentId }) => sessionId === 'a' && agentId === undefined);
    const total = ofSession?.total.usd ?? 0;
    assert.ok(Math.abs(input + output - total) < 1e-9 && cacheRead === 0, `${input} ${total}`);
    assert.deepEqual(splitOf(ledger, 'nobody').models, []);
  });
});

function splitOf(ledger: UsageLedger, sessionId: string) {
  const job = ledger.split(sessionId);
  for (;;) {
    const step = job.next();
    if (step.done === true) return step.value;
  }
}
