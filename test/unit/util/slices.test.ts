import assert from 'node:assert/strict';
import { Slices } from '../../../src/extension/util/slices';

/** A job whose every step takes longer than any slice of the tests. */
function* steps(count: number, started: number[]): Generator<void, void> {
  for (let step = 0; step < count; step += 1) {
    const from = performance.now();
    started.push(from);
    while (performance.now() - from < 2);
    yield;
  }
}

describe('Work in slices', () => {
  it('lets timers that are due run between two slices', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await new Slices(1).run(steps(20, []));
    clearInterval(timer);
    assert.ok(ticks > 5, `${ticks} ticks`);
  });

  it('rests between two slices at least as long as it is told', async () => {
    const started: number[] = [];
    await new Slices(1, 10).run(steps(4, started));
    const gaps = started.slice(1).map((at, index) => at - (started[index] ?? 0));
    assert.ok(
      gaps.every((gap) => gap >= 10),
      gaps.join(),
    );
  });
});
