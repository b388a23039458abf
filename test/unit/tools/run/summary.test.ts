import assert from 'node:assert/strict';
import type { TestResult } from '../../../support/results';
import { fileLines, summarize, type FileRun } from '../../../tools/run/summary';

function ran(tests: readonly TestResult[]): FileRun {
  const starts = { bundle: 0, 'hub in the test process': 0 };
  return { suite: 'unit', file: 'a', results: { tests, wallMs: 1_200, processorMs: 1, starts } };
}

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
      ran([
        { title: 'a one', outcome: 'passed', durationMs: 1 },
        { title: 'a two', outcome: 'failed', durationMs: 1, reason },
      ]),
    ]);
    assert.ok(failed);
    const lines = text.trim().split('\n');
    assert.equal(lines[0], 'failed: unit: a two: Expected values to be equal:');
    assert.equal(lines[1], '    + 1');
    assert.ok((lines[2] ?? '').length < 300);
    assert.match(lines[3] ?? '', /some\.test\.ts:3:10/);
    assert.deepEqual(lines.slice(4), ['1 passed, 1 failed']);
  });

  it('counts a file that ended badly beyond what its tests tell', () => {
    const passed = { title: 'a', outcome: 'passed', durationMs: 1 } as const;
    const { text } = summarize([ran([passed]), { suite: 'unit', problem: 'unit a broke off' }]);
    assert.equal(text, '\nfailed: unit: unit a broke off\n1 passed, 1 failed');
  });

  it('shows the beginning of a long reason, and the place', () => {
    const lines = Array.from({ length: 500 }, (_, at) => `line ${String(at)}`);
    const reason = [...lines, '    at async run (/project/test/unit/far.test.ts:9:1)'].join('\n');
    const { text } = summarize([ran([{ title: 'a', outcome: 'failed', durationMs: 1, reason }])]);
    assert.match(text, /line 10\b/);
    assert.match(text, /far\.test\.ts:9:1/);
    assert.ok(text.split('\n').length < 25);
  });
});

describe('The lines of a test file that ended', () => {
  const run = ran([
    { title: 'a one', outcome: 'passed', durationMs: 1 },
    { title: 'a two', outcome: 'failed', durationMs: 1, reason: 'No' },
  ]);

  it('are its failures and its counts', () => {
    assert.deepEqual(fileLines(run, false), ['failed: a two No', '1 passed, 1 failed in 1.2 s']);
    assert.deepEqual(fileLines({ problem: 'unit a broke off' }, false), [
      'failed: unit a broke off',
    ]);
  });

  it('are all titles where some tests were asked for, and nothing for a file without one', () => {
    assert.deepEqual(fileLines(run, true).slice(0, 2), ['passed: a one', 'failed: a two No']);
    assert.deepEqual(fileLines(ran([]), true), []);
  });
});
