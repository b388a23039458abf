import assert from 'node:assert/strict';
import { routes } from '../../../src/shared/protocol/protocol';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';

describe('Prices of the user’s own', () => {
  let home = '';
  let hub: TestHub;
  beforeEach(async () => {
    home = await tempHome();
    const transcript = TranscriptFile.of(home, 'priced');
    await transcript.write(
      transcript.prompt('Go on'),
      transcript.answer('Done', 'm1', { input: 0, output: 1_000_000 }),
      transcript.answer('Done', 'm1', { input: 0, output: 1_000_000 }),
    );
    hub = await TestHub.start(home);
    await hub.running.complete;
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  const set = (prices: unknown): ReturnType<TestHub['call']> =>
    hub.call(routes.prices, { method: 'POST', body: JSON.stringify(prices) });
  const costs = (usd: number): Promise<unknown> =>
    until(
      () => hub.board(),
      ({ sessions, summary }) => {
        assert.equal(sessions[0]?.cost.totalUsd, usd);
        assert.equal(summary.totalCostTodayUsd, usd);
      },
    );

  it('change what was spent at once, and changing them back does too', async () => {
    await costs(15);
    assert.equal((await set({ 'claude-sonnet-*': { output: 7 } })).status, 204);
    await costs(7);
    await set({});
    await costs(15);
  });

  it('take the mark of an estimate off, and the list price of a stranger puts it on', async () => {
    const stranger = TranscriptFile.of(home, 'stranger');
    const line = stranger.answer('Done', 'm2', { input: 0, output: 1_000_000 });
    const message = { ...(line['message'] as object), model: 'claude-opus-9' };
    await stranger.write(stranger.prompt('Go on'), { ...line, message });
    const marked = (isMarked: boolean): Promise<unknown> =>
      until(
        () => hub.board(),
        ({ sessions, summary }) => {
          const session = sessions.find(({ sessionId }) => sessionId === 'stranger');
          assert.equal(session?.cost.estimated, isMarked);
          assert.equal(summary.costTodayEstimated ?? false, isMarked);
        },
      );
    await marked(true);
    const all = { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 };
    await set({ 'claude-opus-9': all });
    await marked(false);
  });

  for (const bad of [[], { m: { input: -1 } }, { m: { other: 1 } }, { '': {} }, { m: 4 }]) {
    it(`are refused where they are ${JSON.stringify(bad)}`, async () => {
      assert.equal((await set(bad)).status, 400);
      await costs(15);
    });
  }
});
