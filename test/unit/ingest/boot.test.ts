import assert from 'node:assert/strict';
import { uptime } from 'node:os';
import { currentBoot, isBeforeBoot, isSameBoot } from '../../../src/extension/hub/ingest/boot';
import { skip } from '../../support/skip';

describe('A boot of the computer', () => {
  it('is the same at each query', () => {
    const [first, second] = [currentBoot(), currentBoot()];
    assert.equal(first.id, second.id);
    assert.ok(isSameBoot(first, second));
  });

  it('has an id on Linux', function () {
    if (process.platform !== 'linux') skip(this, 'only Linux names it');
    assert.match(currentBoot().id ?? '', /^[0-9a-f-]{36} \d+$/);
  });

  it('started before now, and not before the computer', () => {
    const { at } = currentBoot();
    assert.ok(at <= Date.now());
    assert.ok(at >= Date.now() - uptime() * 1_000 - 1_000);
  });

  it('differs from one with a different id, whatever the clocks say', () => {
    assert.ok(!isSameBoot({ id: 'a', at: 5 }, { id: 'b', at: 5 }));
    assert.ok(isSameBoot({ id: 'a', at: 5 }, { id: 'a', at: 5_000_000 }));
  });

  it('without an id is compared by its start, with a tolerance for clock changes', () => {
    assert.ok(isSameBoot({ at: 1_000_000 }, { at: 1_030_000 }));
    assert.ok(!isSameBoot({ at: 1_000_000 }, { at: 2_000_000 }));
  });

  it('counts only times that are certainly earlier as before it', () => {
    const boot = { at: 1_000_000 };
    assert.deepEqual(
      [900_000, 990_000, 1_010_000].map((at) => isBeforeBoot(boot, at)),
      [true, false, false],
    );
  });
});
