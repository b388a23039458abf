import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { nextTime, startAfter } from '../../../../src/extension/hub/domain/words/cronTime';

const hourMs = 3_600_000;

const numbers = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 })
    .map((list) => list.join(','));
const field = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min: 1, max }).map((step) => `*/${step}`),
    numbers(min, max),
  );
/** Expressions with a next occurrence, at the latest in a leap year. */
const cron = fc
  .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
  .map((fields) => fields.join(' '));
const id = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((n) => n.toString(16).padStart(8, '0'));
/** Moments within two years, often near changes of daylight saving time. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
  fc
    .tuple(
      fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z'),
      fc.integer({ min: -3 * hourMs, max: 3 * hourMs }),
    )
    .map(([change, by]) => Date.parse(change) + by),
);
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');

describe('The next start of a recurring run', function () {
  this.timeout(60_000);
  const own = process.env['TZ'];
  afterEach(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });

  it('is in the future, and stays the same until it has passed', () => {
    fc.assert(
      fc.property(zone, cron, id, moment, fc.double({ min: 0, max: 1, noNaN: true }), (...all) => {
        const [place, expression, run, now, share] = all;
        process.env['TZ'] = place;
        const start = startAfter(expression, run, now);
        assert.ok(start !== undefined && Number.isSafeInteger(start) && start > now);
        const later = Math.floor(now + share * (start - 1 - now));
        assert.equal(startAfter(expression, run, later), start);
      }),
    );
  });

  it('is a time of its expression plus an offset of its id of at most half an hour', () => {
    fc.assert(
      fc.property(zone, cron, id, moment, (place, expression, run, now) => {
        process.env['TZ'] = place;
        assert.equal(startAfter(expression, '00000000', now), nextTime(expression, now));
        const start = startAfter(expression, run, now) ?? NaN;
        const time = nextTime(expression, start - hourMs / 2 - 1) ?? Infinity;
        assert.ok(time <= start, `${time} > ${start}`);
      }),
    );
  });

  it('is not in a skipped hour of a clock change, and only once in a repeated one', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const at = Date.parse;
    assert.equal(nextTime('30 2 * * *', at('2026-03-28T12:00Z')), at('2026-03-30T00:30Z'));
    assert.equal(nextTime('30 2 * * *', at('2026-10-25T00:30Z')), at('2026-10-26T01:30Z'));
    assert.equal(nextTime('30 2 * * *', at('2026-10-25T00:30Z'), true), at('2026-10-25T01:30Z'));
  });

  it('is on a day that matches either limited field, and on Sunday as 0 or 7', () => {
    process.env['TZ'] = 'UTC';
    const at = Date.parse;
    assert.equal(nextTime('0 9 15 * 1', at('2026-03-03T00:00Z')), at('2026-03-09T09:00Z'));
    assert.equal(nextTime('0 9 15 * 1', at('2026-03-10T00:00Z')), at('2026-03-15T09:00Z'));
    assert.equal(nextTime('0 9 * * 7', at('2026-03-03T00:00Z')), at('2026-03-08T09:00Z'));
    assert.equal(nextTime('0 9 * * 5-7', at('2026-03-08T10:00Z')), at('2026-03-13T09:00Z'));
    assert.equal(nextTime('0 9 * * 0', at('2026-03-03T00:00Z')), at('2026-03-08T09:00Z'));
    for (const wrong of [
      '60 * * * *',
      '0 24 * * *',
      '0 9 0 * *',
      '0 9 * 13 *',
      '0 9 * * 8',
      '5/2 * * * *',
      '*-3 * * * *',
      '9-5 * * * *',
    ])
      assert.equal(nextTime(wrong, at('2026-03-03T00:00Z')), undefined, wrong);
  });

  it('is undefined for any expression that clients reject', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), moment, (text, now) => {
        const start = startAfter(text, undefined, now);
        assert.ok(start === undefined || start > now);
      }),
    );
    for (const never of ['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '* * * *', '@daily', '*/0 * * * *']) {
      assert.equal(startAfter(never, undefined, Date.UTC(2026, 0, 1)), undefined, never);
      assert.equal(nextTime(never, Date.UTC(2026, 0, 1)), undefined, never);
    }
  });
});
