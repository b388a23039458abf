import assert from 'node:assert/strict';
import { outcomeOf } from '../../../../src/extension/hub/domain/outcome/outcome';
import { outcomeSchema } from '../../../../src/shared/protocol/layers/display';
import { aSignal, aView, minutesIn } from '../../../support/board/sessionViews';

describe('The outcome of a session', () => {
  it('is undefined without results', () => {
    assert.equal(outcomeOf(aView()), undefined);
    const failed = { ok: false };
    const signals = [
      aSignal('commit', 1, { sha: 'a' }, failed),
      aSignal('push', 1, { branch: 'b' }, failed),
      aSignal('branch', 1, { ref: 'b' }),
      aSignal('deploy', 1, {}, { ok: true }),
    ];
    assert.equal(outcomeOf(aView({ signals })), undefined);
  });

  it('counts commits and has the branch that was pushed last', () => {
    const signals = [
      aSignal('commit', 1, { sha: 'a' }),
      aSignal('commit', 1, { sha: 'b' }, { ok: true, minute: 1 }),
      aSignal('commit', 2, { sha: 'c' }, { ok: false }),
      aSignal('push', 2, { branch: 'one' }, { minute: 1 }),
      aSignal('push', 2, { branch: 'two' }, { minute: 2 }),
    ];
    const expected = { commits: 2, pushed: 'two', pulls: [], at: minutesIn(2, 2) };
    assert.deepEqual(outcomeOf(aView({ signals })), expected);
  });

  it('has each of the last four pull requests once, with its state', () => {
    const url = (number: number) => `https://example.com/pull/${number}`;
    const pr = (number: number, action: string, minute: number) =>
      aSignal('pr', 1, { number, url: url(number), repository: 'o/n', action }, { minute });
    const signals = [
      ...[1, 2, 3, 4, 5].map((number) => pr(number, 'created', number)),
      pr(2, 'merged', 6),
      pr(3, '', 7),
    ];
    const outcome = outcomeOf(
      aView({
        signals,
        pullRequests: [{ number: 4, url: url(4), state: 'draft', checks: 'failing' }],
      }),
    );
    assert.deepEqual(
      outcome?.pulls.map(({ number, state, checks }) => [number, state, checks]),
      [
        [4, 'draft', 'failing'],
        [5, 'open', undefined],
        [2, 'merged', undefined],
        [3, 'open', undefined],
      ],
    );
    assert.equal(outcome?.at, minutesIn(1, 7));
    assert.deepEqual(outcomeSchema.parse(outcome), outcome);
  });

  it('matches a signal without an address by the number of the pull request', () => {
    const known = aSignal('pr', 1, {
      number: 7,
      url: 'https://example.com/pull/7',
      action: 'created',
    });
    const signals = [known, aSignal('pr', 2, { number: 7, action: 'merged' })];
    const [pull] = outcomeOf(aView({ signals }))?.pulls ?? [];
    assert.deepEqual([pull?.url, pull?.state], ['https://example.com/pull/7', 'merged']);
  });

  it('shows if the tests pass by the last run of each runner', () => {
    const run = (runner: string, ok: boolean, minute: number) =>
      aSignal('tests', 1, ok ? { runner, passed: 4 } : { runner, passed: 2, failed: 1 }, {
        ok,
        minute,
      });
    const tests = (...signals: ReturnType<typeof run>[]) => outcomeOf(aView({ signals }))?.tests;
    assert.deepEqual(tests(run('a', false, 0), run('a', true, 1)), {
      ok: true,
      passed: 4,
      stale: false,
    });
    assert.deepEqual(tests(run('a', false, 0), run('b', true, 1)), {
      ok: false,
      passed: 2,
      failed: 1,
      stale: false,
    });
    assert.equal(outcomeOf(aView({ signals: [aSignal('tests', 1, { runner: 'a' })] })), undefined);
  });
});
