import assert from 'node:assert/strict';
import { collectGarbage } from '../../../../src/extension/util/thread/collectGarbage';
import { until } from '../../../support/until';

describe('The garbage of a thread', () => {
  it('is collected on request', async () => {
    let isCollected = false;
    const registry = new FinalizationRegistry(() => (isCollected = true));
    registry.register({ text: 'nobody holds this' }, undefined);
    await until(
      () => {
        collectGarbage();
        return isCollected;
      },
      (now) => assert.ok(now),
    );
  });
});
