import assert from 'node:assert/strict';
import { uptime } from 'node:os';
import { currentBoot, isBeforeBoot, isSameBoot } from '../../../src/extension/hub/ingest/boot';
import { skip } from '../../support/skip';

describe('A run of the machine', () => {
  it('is the same one however often it is asked for', () => {
    const [first, second] = [currentBoot(), currentBoot()];
    assert.equal(first.id, second.id);
    assert.ok(isSameBoot(first, second));
  });

  it('has a name on Linux', function () {
    if (process.platform !== 'linux') skip(this, 'only Linux names it');
    assert.match(currentBoot().id ?? '', /^[0-9a-f-]{36} \d+$/);
  });

  it('began before now, and not before the machine did', () => {
    const { at } = currentBoot();
    assert.ok(at <= Date.now());
    assert.ok(at >= Date.now() - uptime() * 1_000 - 1_000);
  });

  it('is another one under another name, whatever the clocks say', () => {
    assert.ok(!isSameBoot({ id: 'a', at: 5 }, { id: 'b', at: 5 }));
    assert.ok(isSameBoot({ id: 'a', at: 5 }, { id: 'a', at: 5_000_000 }));
  });

  it('without a name is told by its start, which clocks move a little', () => {
    assert.ok(isSameBoot({ at: 1_000_000 }, { at: 1_030_000 }));
    assert.ok(!isSameBoot({ at: 1_000_000 }, { at: 2_000_000 }));
  });

  it('leaves to what was before it only what surely was', () => {
    const boot = { at: 1_000_000 };
    assert.deepEqual(
      [900_000, 990_000, 1_010_000].map((at) => isBeforeBoot(boot, at)),
      [true, false, false],
    );
  });
});
