import assert from 'node:assert/strict';
import { Slices } from '../../../../src/extension/util/thread/slices';

describe('Long work in slices', () => {
  it('yields to other long work after each slice', async () => {
    const slices = new Slices(4);
    const order: string[] = [];
    function* portions(name: string): Generator<undefined, void> {
      for (let portion = 0; portion < 40; portion += 1) {
        for (const from = performance.now(); performance.now() - from < 1;);
        order.push(name);
        yield undefined;
      }
    }
    await Promise.all([slices.run(portions('a')), slices.run(portions('b'))]);
    const runs = order.join('').match(/a+|b+/gu) ?? [];
    assert.ok(Math.max(...runs.slice(0, -1).map((run) => run.length)) <= 6, order.join(''));
  });
});
