import assert from 'node:assert/strict';
import type { SessionView, Signal } from '../../../src/shared/api/missionControl';
import type { LabelRule } from '../../../src/shared/protocol/layers/rules';
import { evaluateLabelRule } from '../../../src/extension/hub/rules/labelRules';

const signal = (kind: string, turn: number, rest: Partial<Signal> = {}): Signal => ({
  kind,
  turn,
  at: new Date(turn * 1_000).toISOString(),
  data: {},
  ...rest,
});
const view = (signals: readonly Signal[], rest: Partial<SessionView> = {}): SessionView => ({
  sessionId: 's1',
  title: 'Shop',
  projectPath: '/home/dev/work/shop',
  projectName: 'shop',
  core: { group: 'delivered', state: 'idle', since: '2026-03-02T10:00:00.000Z' },
  turn: 2,
  signals,
  pullRequests: [],
  ...rest,
});
const verdict = (rule: LabelRule, its: SessionView) => evaluateLabelRule(rule, its, '/home/dev');
const failed = (when: NonNullable<LabelRule['when']>, its: SessionView): string | undefined => {
  const outcome = verdict({ when, label: 'x' }, its);
  return 'condition' in outcome ? `${outcome.condition}: ${outcome.found}` : undefined;
};

describe('A label rule', () => {
  const url = { data: { url: 'https://a.fly.dev' }, ok: true };

  it('fills its texts with captures, the project and the branch', () => {
    const outcome = verdict(
      {
        when: { signal: 'deploy' },
        label: 'Deployed {url} of {project} on {branch} {nothing}',
        detail: '{kind}',
        badges: [
          { text: '{project}', href: '{url}/x y' },
          { text: 'none', href: 'https://{nothing}/' },
        ],
      },
      view([signal('deploy', 1, url)], { repository: { branch: 'main' } }),
    );
    assert.ok('label' in outcome);
    assert.deepEqual(outcome.label, {
      label: 'Deployed https://a.fly.dev of shop on main {nothing}',
      detail: 'deploy',
      badges: [{ text: 'shop', href: 'https://a.fly.dev/x%20y' }, { text: 'none' }],
    });
    assert.deepEqual([outcome.unknown, outcome.noLinks], [['nothing'], ['https://{nothing}/']]);
  });

  for (const address of ['http://a.dev', 'javascript:alert(1)', 'command:x', 'https://', '']) {
    it(`makes no link of ${JSON.stringify(address)}`, () => {
      const its = view([signal('deploy', 1, { data: { url: address } })]);
      const outcome = verdict(
        { when: { signal: 'deploy' }, badges: [{ text: 'live', href: '{url}' }] },
        its,
      );
      assert.ok('label' in outcome);
      assert.deepEqual(outcome.label.badges, [{ text: 'live' }]);
      assert.deepEqual(outcome.noLinks, [address]);
    });
  }

  it('matches if all its conditions are met', () => {
    const its = view([signal('tests', 1, { ok: false }), signal('deploy', 2, url)]);
    const all: NonNullable<LabelRule['when']>[] = [
      {},
      { state: 'idle' },
      { state: ['acting', 'idle'] },
      { project: 'sh*' },
      { project: '~/work/*' },
      { project: ['other', '/home/dev/work/shop'] },
      { signal: 'deploy', ok: true, within: 'turn', data: { url: 'https://*.dev' } },
      { signal: 'tests', ok: false, within: 'session' },
      { signal: 'deploy', not: 'tests' },
      { not: 'export' },
      { not: 'tests', within: 'turn' },
    ];
    for (const when of all) assert.equal(failed(when, its), undefined, JSON.stringify(when));
  });

  it('names the first condition that failed', () => {
    const its = view([signal('deploy', 1, url), signal('tests', 2, { ok: false })]);
    assert.equal(failed({ state: ['task_complete'], signal: 'x' }, its), 'state: idle');
    assert.equal(failed({ project: '~/other/*' }, its), 'project: /home/dev/work/shop');
    assert.equal(failed({ signal: 'export' }, its), 'signal: ');
    assert.equal(
      failed({ signal: 'deploy', within: 'turn' }, its),
      'within: deploy ok=true url=https://a.fly.dev',
    );
    assert.equal(
      failed({ signal: 'deploy', data: { url: 'https://b*' } }, its),
      'data: deploy ok=true url=https://a.fly.dev',
    );
    assert.equal(failed({ signal: 'tests', ok: true }, its), 'ok: tests ok=false');
    assert.equal(failed({ signal: 'deploy', not: 'tests' }, its), 'not: tests ok=false');
    assert.equal(failed({ not: 'deploy' }, its), 'not: deploy ok=true url=https://a.fly.dev');
  });

  it('uses the newest signal and ignores an older one that succeeded', () => {
    const its = view([signal('tests', 1, { ok: true }), signal('tests', 2, { ok: false })]);
    assert.equal(failed({ signal: 'tests', ok: true }, its), 'ok: tests ok=false');
    assert.equal(failed({ signal: 'tests', ok: false }, its), undefined);
  });
});
