import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import { rulesReportText } from '../../../../src/extension/views/rules/rulesReportText';
import {
  followRules,
  offerIn,
  problemsIn,
  type RuleSources,
} from '../../../../src/extension/views/rules/rulesSetting';
import type { RulesOffer } from '../../../../src/shared/protocol/layers/rules';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

const labels = (label: string) => ({ labels: [{ name: label, label }] });

describe('The rules of a window', () => {
  const changes = new Emitter<void>();
  const sources = (change: Partial<RuleSources>): RuleSources => ({
    user: undefined,
    workspace: [],
    extensions: [],
    onDidChange: changes.event,
    ...change,
  });

  it('are offered by scope, without data of other scopes', () => {
    const offer = offerIn(
      sources({
        user: labels('U'),
        workspace: [
          { folders: ['/a'], value: labels('W') },
          { folders: ['/b'], value: {} },
        ],
        extensions: [{ id: 'dev.pack', value: labels('E') }],
      }),
      () => assert.fail('nothing is wrong'),
    );
    const rules = (label: string) => ({ signals: [], ...labels(label) });
    assert.deepEqual(offer, {
      user: rules('U'),
      workspace: [{ folders: ['/a'], rules: rules('W') }],
      extensions: [{ id: 'dev.pack', rules: rules('E') }],
    });
  });

  it('report the position of an invalid rule', () => {
    const warnings: string[] = [];
    const bad = { labels: [{}] };
    offerIn(
      sources({
        user: bad,
        workspace: [{ folders: ['/a'], value: bad }],
        extensions: [{ id: 'dev.pack', value: bad }],
      }),
      (problem, origin) => warnings.push(`${origin}: ${problem}`),
    );
    assert.deepEqual(warnings, [
      'user: missionControl.rules: rule 1: needs “label” or “badges”.',
      'workspace: missionControl.rules of the workspace: rule 1: needs “label” or “badges”.',
      'extension: The rules of the extension dev.pack: rule 1: needs “label” or “badges”.',
    ]);
  });

  it('are in the report of a test even if they are invalid, each with its problem', () => {
    const user = { labels: [{}, { name: 'odd', label: 'x', tone: 'loud' }] };
    const report = { state: 'idle', project: '', kinds: [], signals: [], labels: [] };
    const text = rulesReportText('Shop', report, problemsIn(sources({ user })));
    assert.match(text, /## Rules that don’t count\n\n- ⚠ missionControl\.rules: rule 1: needs/);
    assert.match(text, /\n- ⚠ missionControl\.rules: .*odd/);
    assert.doesNotMatch(text, /There are no rules/);
  });

  it('are sent to the hub at once, and once after a burst of changes; a problem is reported once', async () => {
    const offers: Omit<RulesOffer, 'window'>[] = [];
    const messages: string[] = [];
    let user: unknown = { labels: [{}] };
    const following = followRules(
      {
        ...sources({}),
        get user() {
          return user;
        },
      },
      { storeCall: (_name, offer) => void offers.push(offer) },
      (problem) => void messages.push(problem),
      20,
    );
    assert.equal(offers.length, 1);
    for (const label of ['A', 'B', 'C']) {
      user = { labels: [{}, { label }] };
      changes.fire();
    }
    await until(
      () => offers.length,
      (count) => assert.equal(count, 2),
    );
    assert.equal(offers[1]?.user.labels[0]?.label, 'C');
    assert.equal(messages.length, 1);
    changes.fire();
    following.dispose();
    await waitFixedTime(60);
    assert.equal(offers.length, 2);
  });
});
