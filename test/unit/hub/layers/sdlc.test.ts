import assert from 'node:assert/strict';
import { composeDisplay } from '../../../../src/extension/hub/layers/display';
import { sdlc } from '../../../../src/extension/hub/layers/sdlc';
import type { SessionView } from '../../../../src/shared/api/missionControl';
import type { Display } from '../../../../src/shared/protocol/layers/display';
import { aFile, aSignal, aView, changesOf, minutesIn } from '../../../support/board/sessionViews';

function shown(overrides: Partial<SessionView>): Display | undefined {
  const label = sdlc.interpret(aView(overrides));
  return label && composeDisplay([{ layer: sdlc.id, label }], true);
}

const labelOf = (overrides: Partial<SessionView>) => shown(overrides)?.label?.text;
const badgesOf = (overrides: Partial<SessionView>) =>
  (shown(overrides)?.badges ?? []).map(({ text, tone }) => [text.text, tone]);

const url = 'https://github.com/dev/proj/pull/41';
const pr = (action: string, turn = 3, minute = 0) =>
  aSignal('pr', turn, { number: 41, url, action }, { minute });
const push = aSignal('push', 3, { branch: 'feature/auth' });
const commit = (sha: string, turn = 3, ok = true) =>
  aSignal('commit', turn, { sha, kind: 'committed', branch: 'feature/auth' }, { ok });
const tests = (ok: boolean, data = {}, turn = 3, minute = 0) =>
  aSignal('tests', turn, { runner: 'vitest', ...data }, { ok, minute });
const sweep = () => aSignal('sweep', 3, { act: 'reset', command: 'git reset --hard', branch: 'x' });
const network = (state: 'draft' | 'open' | 'merged' | 'closed') => ({
  pullRequests: [{ number: 41, url, state }],
});

describe('The layer of software', () => {
  it('has no badge for uncommitted work that a git command removed', () => {
    assert.deepEqual(badgesOf({ signals: [sweep()] }), badgesOf({}));
  });

  const rows: readonly (readonly [string, Partial<SessionView>, string | undefined])[] = [
    ['nothing', {}, undefined],
    ['a merge before all others', { signals: [commit('a'), push, pr('merged')] }, 'Merged PR #41'],
    ['an open pull request before a push', { signals: [pr('created'), push] }, 'Opened PR #41'],
    ['a push before its commits', { signals: [commit('a'), push] }, 'Pushed feature/auth'],
    ['one commit', { signals: [commit('a')] }, 'Committed to feature/auth'],
    [
      'commits, each once and none that was amended',
      {
        signals: [
          commit('a'),
          commit('b'),
          commit('b'),
          aSignal('commit', 3, { sha: 'c', kind: 'amended', branch: 'feature/auth' }),
        ],
      },
      'Committed to feature/auth (2 commits)',
    ],
    ['no commit that failed', { signals: [commit('a', 3, false)] }, undefined],
    ['no push that failed', { signals: [aSignal('push', 3, {}, { ok: false })] }, undefined],
    [
      'a commit before red tests',
      { signals: [tests(false), commit('a')] },
      'Committed to feature/auth',
    ],
    ['nothing of work that was swept away', { signals: [sweep()] }, undefined],
    [
      'what came before a sweep',
      { signals: [commit('a', 2), sweep()] },
      'Committed to feature/auth',
    ],
    ['red tests', { signals: [tests(false)] }, 'Tests failing'],
    [
      'a build that fails',
      { signals: [aSignal('build', 3, { tool: 'tsc' }, { ok: false })] },
      'Build failing',
    ],
    ['tests that were mended', { signals: [tests(false), tests(true, {}, 3, 5)] }, undefined],
    [
      'tests of which one runner fails',
      { signals: [tests(false), tests(true, { runner: 'cargo' }, 3, 5)] },
      'Tests failing',
    ],
    [
      'no tests that ran before a change',
      {
        signals: [tests(false)],
        changes: { ...changesOf(aFile('/a.ts', 3)), lastAt: minutesIn(3, 30) },
      },
      undefined,
    ],
    [
      'a deployment',
      {
        signals: [
          aSignal('deploy', 3, { tool: 'fly', url: 'https://app.fly.dev/x' }, { ok: true }),
        ],
      },
      'Deployed to app.fly.dev',
    ],
    ['a draft by the network', { signals: [pr('created')], ...network('draft') }, 'Draft PR #41'],
    [
      'a merge that a person made',
      { signals: [pr('created')], ...network('merged') },
      'Merged PR #41',
    ],
    ['a closed one', { signals: [pr('created')], ...network('closed') }, 'Closed PR #41'],
    ['an edited one', { signals: [pr('edited')] }, 'Updated PR #41'],
    ['a link after the act', { signals: [pr('created'), pr('', 3, 1)] }, 'Opened PR #41'],
    ['a local merge', { signals: [aSignal('merge', 3, { branch: 'main' })] }, 'Merged main'],
    [
      'the last turn that delivered',
      { signals: [pr('created', 1), commit('a', 2)] },
      'Committed to feature/auth',
    ],
    [
      'nothing where the last turn changed files and delivered none',
      { signals: [commit('a', 2)], changes: changesOf(aFile('/a.ts', 3)) },
      undefined,
    ],
    [
      'the turn before one that only answered',
      { signals: [commit('a', 2)], changes: changesOf(aFile('/a.ts', 2)) },
      'Committed to feature/auth',
    ],
  ];
  for (const [what, view, expected] of rows) {
    it(`labels ${what} with: ${expected ?? 'no label'}`, () => {
      assert.equal(labelOf(view), expected);
    });
  }

  it('shows tests first, then the pull request, then the repository, four at most', () => {
    const view = {
      signals: [tests(true, { passed: 212 }), pr('created')],
      repository: {
        branch: 'b',
        upstream: 'origin/b',
        ahead: 2,
        behind: 1,
        uncommitted: 5,
        worktree: 'w',
      },
    };
    assert.deepEqual(badgesOf(view), [
      ['212 pass', 'green'],
      ['#41', 'green'],
      ['↑2 ↓1', undefined],
      ['5 uncommitted', undefined],
    ]);
    assert.deepEqual(badgesOf({ repository: { worktree: 'w', ahead: 0, behind: 3 } }), [
      ['↓3', undefined],
      ['w', undefined],
    ]);
  });

  it('links a pull request and says in a sentence what there is to it', () => {
    const [badge] = shown({ signals: [pr('created')] })?.badges ?? [];
    assert.equal(badge?.href, url);
    assert.equal(badge?.tooltip?.text, 'Pull request #41 is open.');
  });

  it('links the last deployment that succeeded', () => {
    const deploy = (url: string, ok: boolean) => aSignal('deploy', 3, { tool: 'fly', url }, { ok });
    const signals = [deploy('https://app.fly.dev/x', true), deploy('https://no.fly.dev', false)];
    const [badge] = shown({ signals })?.badges ?? [];
    assert.deepEqual([badge?.text.text, badge?.href], ['app.fly.dev', 'https://app.fly.dev/x']);
    assert.equal(labelOf({ signals: signals.slice(1) }), 'Deployment failed');
  });

  it('colours a pull request by its state, its checks and its review', () => {
    const tone = (fields: object) =>
      badgesOf({
        signals: [pr('created')],
        pullRequests: [{ number: 41, url, ...fields }],
      })[0]?.[1];
    assert.equal(tone({ state: 'open', checks: 'failing' }), 'red');
    assert.equal(tone({ state: 'open', checks: 'pending' }), 'amber');
    assert.equal(tone({ state: 'open', review: 'changes_requested' }), 'amber');
    assert.equal(tone({ state: 'open', checks: 'passing' }), 'green');
    assert.equal(tone({ state: 'merged', checks: 'failing' }), 'blue');
    assert.equal(tone({ state: 'draft' }), 'gray');
  });

  it('uses the singular for a single test', () => {
    const stale = { changes: { ...changesOf(aFile('/a.ts', 3)), lastAt: minutesIn(3, 30) } };
    const sentence = (ok: boolean, data: object, view: Partial<SessionView> = {}) => {
      const tooltip = shown({ signals: [tests(ok, data)], ...view })?.badges[0]?.tooltip;
      return tooltip && tooltip.text;
    };
    const [passed, failed] = [{ passed: 1 }, { failed: 1, passed: 9 }];
    assert.equal(sentence(true, passed), 'The only test passed in the last run.');
    assert.equal(sentence(true, passed, stale), '1 test passed, but files were changed since.');
    assert.equal(sentence(false, failed), '1 test failed in the last run, 9 passed.');
    assert.equal(sentence(false, failed, stale), '1 test failed, but files were changed since.');
    assert.equal(
      sentence(false, { failed: 2, passed: 1 }),
      '2 tests failed in the last run, 1 passed.',
    );
  });

  it('shows the failing tests while any runner fails, grey once a file was changed', () => {
    const red = [
      tests(false, { failed: 3, passed: 9 }),
      tests(true, { runner: 'go', passed: 7 }, 3, 1),
    ];
    assert.deepEqual(badgesOf({ signals: red }), [['3 fail', 'red']]);
    const changes = { ...changesOf(aFile('/a.ts', 3)), lastAt: minutesIn(3, 30) };
    assert.deepEqual(badgesOf({ signals: red, changes }), [['3 fail', 'gray']]);
    const byTurn = {
      signals: [tests(true, { passed: 7 }, 2)],
      changes: changesOf(aFile('/a.ts', 3)),
    };
    assert.deepEqual(badgesOf(byTurn), [['7 pass', 'gray']]);
  });

  it('adds up the passed tests of several runners, except one that is no longer used', () => {
    const both = [tests(true, { passed: 5 }), tests(true, { runner: 'go', passed: 7 }, 3, 10)];
    assert.deepEqual(badgesOf({ signals: both }), [['12 pass', 'green']]);
    const changes = { ...changesOf(aFile('/a.ts', 3)), lastAt: minutesIn(3, 5) };
    assert.deepEqual(badgesOf({ signals: both, changes }), [['7 pass', 'green']]);
  });
});
