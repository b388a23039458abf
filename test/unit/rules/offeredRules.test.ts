import assert from 'node:assert/strict';
import { OfferedRules } from '../../../src/extension/hub/rules/offeredRules';
import type { RuleSet, RulesOffer } from '../../../src/shared/protocol/layers/rules';

const rulesWithLabel = (label: string): RuleSet => ({ signals: [], labels: [{ label }] });
const none: RuleSet = { signals: [], labels: [] };

describe('The rules that windows offer', () => {
  const offer = (window: string, rest: Partial<RulesOffer> = {}): RulesOffer => ({
    window,
    user: none,
    workspace: [],
    extensions: [],
    ...rest,
  });
  let offered: OfferedRules;
  let changes = 0;
  const now = (): readonly (string | undefined)[] =>
    offered.sets.map(({ origin, rules }) => `${origin} ${rules.labels[0]?.label}`);
  beforeEach(() => {
    changes = 0;
    offered = new OfferedRules();
    offered.onDidChange(() => (changes += 1));
    offered.connect('w1');
    offered.connect('w2');
  });

  it('apply in this order: the user’s, the workspaces’, the extensions’', () => {
    offered.set(
      offer('w1', {
        user: rulesWithLabel('U'),
        workspace: [{ folders: ['/a'], rules: rulesWithLabel('W') }],
        extensions: [
          { id: 'z.z', rules: rulesWithLabel('Z') },
          { id: 'a.a', rules: rulesWithLabel('A') },
        ],
      }),
    );
    assert.deepEqual(now(), ['user U', 'workspace W', 'a.a A', 'z.z Z']);
  });

  it('of the user stay after their window closed, and others are removed with it', () => {
    offered.set(
      offer('w1', {
        user: rulesWithLabel('U'),
        workspace: [{ folders: ['/a'], rules: rulesWithLabel('W') }],
        extensions: [{ id: 'a.a', rules: rulesWithLabel('A') }],
      }),
    );
    offered.disconnect('w1');
    assert.deepEqual(now(), ['user U']);
  });

  it('of an extension in two windows stay until both closed, and the newest offer applies', () => {
    offered.set(offer('w1', { extensions: [{ id: 'a.a', rules: rulesWithLabel('old') }] }));
    offered.set(offer('w2', { extensions: [{ id: 'a.a', rules: rulesWithLabel('new') }] }));
    assert.deepEqual(now(), ['a.a new']);
    offered.disconnect('w2');
    assert.deepEqual(now(), ['a.a old']);
    offered.disconnect('w1');
    assert.deepEqual(now(), []);
  });

  it('stay while a window has another stream', () => {
    offered.connect('w1');
    offered.set(offer('w1', { workspace: [{ folders: ['/a'], rules: rulesWithLabel('W') }] }));
    offered.disconnect('w1');
    assert.deepEqual(now(), ['workspace W']);
  });

  it('fire no event if an offer is unchanged', () => {
    offered.set(offer('w1', { user: rulesWithLabel('U') }));
    offered.set(offer('w1', { user: rulesWithLabel('U') }));
    offered.set(offer('w2', { user: rulesWithLabel('U') }));
    assert.equal(changes, 1);
  });

  it('are refused from a window without a stream', () => {
    assert.equal(offered.set(offer('stranger', { user: rulesWithLabel('U') })), false);
    assert.deepEqual(now(), []);
  });
});
