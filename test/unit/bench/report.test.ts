import assert from 'node:assert/strict';
import { duration, gigabytesPerSecond, megabytes, percentile } from '../../bench/statistics';
import { formatTable } from '../../bench/report/table';

describe('the report of a bench', () => {
  it('takes percentiles of unsorted values, the last one for all of them', () => {
    const values = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);
    assert.equal(percentile(values, 0.5), 50);
    assert.equal(percentile(values, 0.99), 99);
    assert.equal(percentile(values, 1), 99);
    assert.equal(percentile([7], 0.01), 7);
    assert.ok(Number.isNaN(percentile([], 0.5)));
  });

  it('writes sizes and times as people read them', () => {
    assert.equal(duration(0.44), '0.4 ms');
    assert.equal(duration(45.4), '45 ms');
    assert.equal(duration(1_234), '1.23 s');
    assert.equal(megabytes(1_400), '1.4 kB');
    assert.equal(megabytes(52_100_000), '52.1 MB');
    assert.equal(gigabytesPerSecond(1e9, 500), '2.00 GB/s');
  });

  it('lines columns up and says the notes below', () => {
    const table = formatTable([
      { figure: 'short', measured: '1 ms', verdict: 'as it is' },
      {
        figure: 'a longer one',
        measured: '20 ms',
        budget: '< 30 ms',
        peer: '40 ms',
        ratio: 0.5,
        verdict: 'ok',
        notes: ['measured twice'],
      },
    ]);
    assert.equal(
      table,
      `| figure       | measured | budget  | raw limit | peer  | ratio  |    |
|--------------|----------|---------|-----------|-------|--------|----|
| short        | 1 ms     |         |           |       |        |    |
| a longer one | 20 ms    | < 30 ms |           | 40 ms | 0.50 × | ok |

a longer one: measured twice`,
    );
  });
});
