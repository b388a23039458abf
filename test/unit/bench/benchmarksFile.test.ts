import assert from 'node:assert/strict';
import * as prettier from 'prettier';
import { withMeasured, type MeasuredTable } from '../../bench/report/benchmarksFile';
import { measuredTable } from '../../bench/report/table';

const table = (run: string, ...rows: readonly (readonly [string, string])[]): MeasuredTable => ({
  run,
  headings: ['figure', 'measured'],
  rows,
  notes: rows.map(([figure]) => `${figure}: as ${run} saw it`),
});

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^(?:##|\||\d|-)/u.test(line) && !line.includes('---'));

describe('the file of the benchmarks', () => {
  it('has the whole table of a whole run, with its machine and notes', async () => {
    const first = await withMeasured('', 'The bench', table('Monday', ['a', '1 ms']), true);
    const second = await withMeasured(first, 'The bench', table('Tuesday', ['b', '2 ms']), true);
    assert.deepEqual(linesOf(second), [
      '## The bench',
      '1. Tuesday',
      '| figure | measured | run |',
      '| b      | 2 ms     | 1   |',
      '- b: as Tuesday saw it',
      '## The truth bench',
    ]);
  });

  it('has the rows of a part in the places of the old ones, and keeps the others', async () => {
    const whole = table('Monday', ['a: of it', '1 ms'], ['b', 'p50 | p99'], ['c', '3 ms']);
    const before = await withMeasured('', 'The bench', whole, true);
    const part = table('Tuesday', ['c', '33 ms'], ['a: of it', '11 ms'], ['d', '4 ms']);
    const after = await withMeasured(before, 'The bench', part, false);
    assert.deepEqual(linesOf(after), [
      '## The bench',
      '1. Monday',
      '2. Tuesday',
      '| figure   | measured   | run |',
      '| a: of it | 11 ms      | 2   |',
      '| b        | p50 \\| p99 | 1   |',
      '| c        | 33 ms      | 2   |',
      '| d        | 4 ms       | 2   |',
      '- a: of it: as Tuesday saw it',
      '- b: as Monday saw it',
      '- c: as Tuesday saw it',
      '- d: as Tuesday saw it',
      '## The truth bench',
    ]);
  });

  it('keeps the order of its rows over several parts', async () => {
    let text = '';
    const whole = table('Monday', ['a', '1 ms'], ['b', '2 ms'], ['c', '3 ms']);
    text = await withMeasured(text, 'The bench', whole, true);
    text = await withMeasured(text, 'The bench', table('Tuesday', ['a', '11 ms']), false);
    text = await withMeasured(text, 'The bench', table('Wednesday', ['b', '22 ms']), false);
    assert.deepEqual(
      linesOf(text).filter((line) => /^(?:\d|\| [abc] )/u.test(line)),
      [
        '1. Monday',
        '2. Tuesday',
        '3. Wednesday',
        '| a      | 11 ms    | 2   |',
        '| b      | 22 ms    | 3   |',
        '| c      | 3 ms     | 1   |',
      ],
    );
  });

  it('names no run any more of which no row is left', async () => {
    const before = await withMeasured('', 'The bench', table('Monday', ['a', '1 ms']), true);
    const after = await withMeasured(before, 'The bench', table('Tuesday', ['a', '2 ms']), false);
    assert.deepEqual(linesOf(after).slice(1, 4), [
      '1. Tuesday',
      '| figure | measured | run |',
      '| a      | 2 ms     | 1   |',
    ]);
  });

  it('keeps the table of the other bench to the letter', async () => {
    const bench = await withMeasured('', 'The bench', table('Monday', ['a', '< 1 ms']), true);
    const both = await withMeasured(bench, 'The truth bench', table('Tuesday', ['b', '2']), true);
    const again = await withMeasured(both, 'The truth bench', table('Tuesday', ['b', '2']), true);
    assert.ok(both.startsWith(bench.trim()));
    assert.equal(again, both);
  });

  it('is formatted as the check wants it', async () => {
    const rows = [{ figure: '50 * 3 bytes_read', measured: '≤ 1 × peer', verdict: 'ok' } as const];
    const text = await withMeasured('', 'The bench', measuredTable(rows, 'Monday'), true);
    assert.ok(await prettier.check(text, { parser: 'markdown', printWidth: 100 }));
    const again = await withMeasured(text, 'The bench', measuredTable([], 'Tuesday'), false);
    assert.equal(again, text);
  });
});
