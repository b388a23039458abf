import assert from 'node:assert/strict';
import { costByKind, costByModel, costTitle } from '../../../../src/webview/text/costText';
import { formatCost } from '../../../../src/shared/words/format';
import { aSession, someDetails } from '../../../support/sessionBuilder';

const session = aSession({ tokens: { input: 1000, output: 2000, cacheRead: 0, cacheCreation: 5 } });
const details = someDetails();

describe('The cost of a session', () => {
  it('is listed by kind of token, with prices once they are loaded', () => {
    assert.deepEqual(costByKind(session, undefined), [
      { name: 'input', tokens: '1.0k', usd: '' },
      { name: 'output', tokens: '2.0k', usd: '' },
      { name: 'cache write', tokens: '5', usd: '' },
    ]);
    assert.deepEqual(
      costByKind(session, details.cost).map(({ usd }) => usd),
      ['$0.04', '$1.31', '$0.41'],
    );
  });

  it('is listed by model if there are several', () => {
    assert.deepEqual(costByModel(details.cost), [
      { name: 'Opus 4.1', tokens: '940.0k', usd: '$2.12' },
      { name: 'Haiku 4.5', tokens: '114.0k', usd: '$0.19' },
    ]);
    const models = details.cost.models.slice(0, 1);
    assert.deepEqual(costByModel({ ...details.cost, models }), []);
  });

  it('is shown as unknown for models without a known price', () => {
    const cost = { totalUsd: 0, estimated: false, unpriced: true };
    const foreign = { ...session, model: 'glm-4.6', cost };
    assert.equal(formatCost(cost), 'no price');
    assert.deepEqual(
      new Set(costByKind(foreign, details.cost).map(({ usd }) => usd)),
      new Set(['']),
    );
    const hint = 'No price is known for glm-4.6: set missionControl.prices';
    assert.equal(costTitle(foreign, undefined).split('\n').at(-1), hint);
    const models = [
      ...details.cost.models,
      { model: 'glm-4.6', usd: 0, tokens: 5, unpriced: true },
    ];
    const mixed = { ...session, cost: { totalUsd: 2.31, estimated: false, unpriced: true } };
    assert.equal(formatCost(mixed.cost), '≥$2.31');
    assert.equal(costByModel({ ...details.cost, models }).at(-1)?.usd, 'no price');
    const title = costTitle(mixed, { ...details, cost: { ...details.cost, models } });
    assert.equal(title.split('\n').at(-1), hint);
  });

  it('has a tooltip before and after the details are loaded', () => {
    assert.equal(
      costTitle(session, undefined),
      'Cost of 3.0k tokens\n1.0k input\n2.0k output\n5 cache write\nSonnet 4.5',
    );
    assert.match(costTitle(session, details), /2\.0k output: \$1\.31\n.*\nOpus 4\.1: \$2\.12/);
  });
});
