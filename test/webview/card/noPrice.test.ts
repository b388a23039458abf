import assert from 'node:assert/strict';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, someDetails } from '../../support/sessionBuilder';

const hint = 'No price is known for glm-4.6: set missionControl.prices';

describe('A session of a model that no price is known for', () => {
  const open = pageSuite();

  it('has its tokens in place of dollars on its card, with the reason, and in the sum of the day', async () => {
    const foreign = aSession({
      model: 'glm-4.6',
      cost: { totalUsd: 0, estimated: false, unpriced: true },
      tokens: { input: 8000, output: 1000, cacheRead: 0, cacheCreation: 0, total: 9000 },
      contextWindow: { usedTokens: 150_000, sizeTokens: 0, usedPercent: 0 },
    });
    const { page } = await open({
      width: 1300,
      sessions: [foreign],
      answers: { details: { [foreign.sessionId]: someDetails() } },
      today: { totalCostTodayUsd: 1.2, costTodayUnpriced: true },
    });
    const cost = page.locator('.cost').first();
    assert.equal(await cost.textContent(), '9.0k tokens');
    await cost.hover();
    assert.ok((await cost.getAttribute('title'))?.endsWith(hint));
    assert.equal(await page.locator('.today .figure').first().textContent(), '≥$1.20');
    assert.match(
      (await page.locator('.today').getAttribute('title')) ?? '',
      /Without models that no price is known for/u,
    );
  });
});
