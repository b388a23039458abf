import assert from 'node:assert/strict';
import { summarize } from '../../tools/summary';

describe('The end of a test run', () => {
  it('tells of each failure what it was and where, and of nothing that passed', () => {
    const reason = [
      'Expected values to be equal:',
      '',
      '+ 1',
      `- ${'2'.repeat(1_000)}`,
      '    at Context.<anonymous> (/project/test/unit/some.test.ts:3:10)',
      '    at callFn (/project/node_modules/mocha/lib/runnable.js:1:1)',
    ].join('\n');
    const { text, failed } = summarize([
      {
        suite: 'unit',
        results: [
          { title: 'a one', outcome: 'passed', durationMs: 1 },
          { title: 'a two', outcome: 'failed', durationMs: 1, reason },
          { title: 'a three', outcome: 'unsteady', durationMs: 1, reason: 'late' },
        ],
      },
    ]);
    assert.ok(failed);
    const lines = text.trim().split('\n');
    assert.equal(lines[0], 'failed: unit: a two: Expected values to be equal:');
    assert.equal(lines[1], '    + 1');
    assert.ok((lines[2] ?? '').length < 300);
    assert.match(lines[3] ?? '', /some\.test\.ts:3:10/);
    assert.deepEqual(lines.slice(4), [
      'unsteady: unit: a three: late',
      '1 unsteady: passed only at the second try',
      '2 passed, 1 failed',
    ]);
  });

  it('counts what passed only at the second try, and fails with more than three of it', () => {
    const ended = (count: number): ReturnType<typeof summarize> => {
      const title = (index: number): string => `test ${index}`;
      const unsteady = Array.from(
        { length: count },
        (_, index) =>
          ({ title: title(index), outcome: 'unsteady', durationMs: 1, reason: 'late' }) as const,
      );
      // Two suites: the limit is that of the whole run.
      return summarize([
        { suite: 'unit', results: unsteady.slice(0, 2) },
        { suite: 'client', results: unsteady.slice(2) },
      ]);
    };
    const few = ended(3);
    assert.equal(few.failed, false);
    assert.deepEqual(few.text.split('\n').slice(-2), [
      '3 unsteady: passed only at the second try',
      '3 passed, 0 failed',
    ]);
    const many = ended(4);
    assert.equal(many.failed, true);
    assert.deepEqual(many.text.split('\n').slice(-3), [
      '4 unsteady: passed only at the second try',
      'failed: all: more than 3 tests are unsteady',
      '4 passed, 1 failed',
    ]);
  });

  it('shows the beginning of a long reason, and the place', () => {
    const lines = Array.from({ length: 500 }, (_, at) => `line ${String(at)}`);
    const reason = [...lines, '    at async run (/project/test/unit/far.test.ts:9:1)'].join('\n');
    const { text } = summarize([
      { suite: 'unit', results: [{ title: 'a', outcome: 'failed', durationMs: 1, reason }] },
    ]);
    assert.match(text, /line 10\b/);
    assert.match(text, /far\.test\.ts:9:1/);
    assert.ok(text.split('\n').length < 25);
  });
});
