import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { gitActs } from '../../../../../src/extension/transcript/signals/git/gitActs';
import { gitSignals } from '../../../../../src/extension/transcript/signals/git/gitSignals';
import { pullLink } from '../../../../../src/extension/agents/claude/entry/pullLink';
import {
  pullAct,
  reportedActs,
} from '../../../../../src/extension/agents/claude/entry/gitOperation';
import { objectIn } from '../../../../../src/extension/util/json';

type Details = Readonly<Record<string, unknown>>;
const actsIn = (details: Details) => reportedActs(objectIn(details, 'gitOperation'));
const signalsOf = (
  command: string,
  output = '',
  succeeded = true,
  details: Details | undefined = {},
) =>
  gitSignals(command, { output, succeeded, acts: actsIn(details) }).map(({ kind, ok, data }) =>
    `${kind} ${ok ?? 'unknown'} ${Object.values(data).join(' ')}`.trim(),
  );

describe('what git did by a command', () => {
  it('is read from the command where the client says nothing', () => {
    for (const [command, ...expected] of [
      ['git commit -qm "x; git push"', 'commit true committed'],
      ['cd a && GIT_EDITOR=true git -C b -c x=y commit', 'commit true committed'],
      ['git commit -q -m x; git status', 'commit unknown committed'],
      ['git commit -q -m x; git log | tail -1', 'commit unknown committed'],
      ['git push -q origin HEAD:refs/heads/main', 'push true main'],
      ['git push -q --dry-run'],
      ['git push origin --delete old'],
      ['git merge --abort'],
      ['git rebase -q main', 'branch true main rebased'],
      ['git cherry-pick abc', 'commit true cherry-picked'],
      ['git cherry-pick -n abc'],
      ['git switch -q -c next', 'branch true next created'],
      ['git checkout -q -b next main', 'branch true next created'],
      ['git checkout -q main'],
      ['git checkout -- main'],
      ['git switch "$BRANCH"'],
      ['git log --grep commit'],
      [`cat > a <<'E'\ngit commit -m x\nE`],
      ['echo "git commit"'],
      ['legit commit'],
    ] as const) {
      assert.deepEqual(signalsOf(command), expected, command);
    }
  });

  it('is read from what was printed', () => {
    const printed = '[main (root-commit) 1a2b3c4] First\n[main 2b3c4d5] Second';
    assert.deepEqual(signalsOf('git commit -m a; git commit -m b', printed), [
      'commit true 1a2b3c4 committed main',
      'commit true 2b3c4d5 committed main',
    ]);
    assert.deepEqual(signalsOf('git commit -m a', '[detached HEAD 1a2b3c4] A'), [
      'commit true 1a2b3c4 committed',
    ]);
    assert.deepEqual(signalsOf('git checkout main', "Switched to branch 'main'"), [
      'branch true main switched',
    ]);
    assert.deepEqual(signalsOf('git push', 'Everything up-to-date'), []);
    assert.deepEqual(signalsOf('git merge x', 'Already up to date.'), []);
    assert.deepEqual(signalsOf('git push | tail -1', 'error: failed to push some refs'), [
      'push false',
    ]);
    assert.deepEqual(signalsOf('gh pr create', 'https://github.com/dev/proj/pull/7'), [
      'pr true 7 https://github.com/dev/proj/pull/7 dev/proj created',
    ]);
  });

  it('failed where the command did, as far as that can be told', () => {
    for (const [command, output, ...expected] of [
      ['git merge other', 'CONFLICT (content): Merge conflict', 'merge false other merged'],
      ['git add . && git commit -m x', 'husky: no', 'commit false committed'],
      ['git commit -m x', 'nothing to commit, working tree clean'],
      ['npm test && git commit -m x', '1 failing'],
      ['npm test; git push', '1 failing', 'push false'],
      [
        'git commit -m x && git push',
        '[main 1a2b3c4] x\nfatal: no',
        'commit true 1a2b3c4 committed main',
        'push false',
      ],
      [
        'git commit -m x && npm test',
        '[main 1a2b3c4] x\n1 failing',
        'commit true 1a2b3c4 committed main',
      ],
      ['gh pr create', 'a pull request already exists', 'pr false created'],
    ] as const) {
      assert.deepEqual(signalsOf(command, output, false, undefined), expected, command);
    }
  });

  it('is what the client says, and what it leaves out is added', () => {
    const gitOperation = {
      commit: { sha: '1a2b3c4', kind: 'amended', branch: 'main' },
      branch: { ref: 'x', action: 'merged' },
      pr: { number: 3, url: 'javascript:alert(1)', action: 'created' },
    };
    const command = 'git commit --amend -m x && git merge x && git push -q origin main';
    assert.deepEqual(signalsOf(command, '[main 1a2b3c4] x', true, { gitOperation }), [
      'commit true 1a2b3c4 amended main',
      'merge true x merged',
      'pr true 3 created',
      'push true main',
    ]);
  });

  it('never throws, whatever the command and the client’s copy are', () => {
    const words = fc.constantFrom(
      'git',
      'commit',
      'push',
      '-C',
      '&&',
      '|',
      '"',
      "'",
      '<<E',
      '$(',
      '\n',
      'gh pr create',
      '\u0000',
    );
    const command = fc.oneof(
      fc.string(),
      fc.array(words).map((some) => some.join(' ')),
    );
    fc.assert(
      fc.property(command, fc.string(), fc.boolean(), fc.jsonValue(), (text, output, ok, value) => {
        gitActs(text);
        const details = { gitOperation: value, commit: value, pr: value };
        for (const { data } of gitSignals(text, { output, succeeded: ok, acts: actsIn(details) }))
          assert.ok(Object.values(data).every((one) => String(one).length <= 500));
        pullLink({ type: 'pr-link', prNumber: value, prUrl: value, prRepository: value });
      }),
      { numRuns: 500 },
    );
  });

  it('takes a long command and a long output in their stride', () => {
    const began = 'git commit '.repeat(5_000);
    assert.equal(gitActs(began).length, 1);
    assert.ok(gitActs('git push;'.repeat(5_000)).length > 100);
    assert.deepEqual(signalsOf('git commit -q', '['.repeat(1_000_000)), ['commit true committed']);
  });
});

describe('the client’s note of a pull request', () => {
  it('counts only with an https address', () => {
    const line = { type: 'pr-link', prNumber: 4, prRepository: 'dev/proj' };
    for (const prUrl of ['http://github.com/a/b/pull/4', 'file:///etc', 'https://a:b@c/d', '', 7])
      assert.equal(pullLink({ ...line, prUrl }), undefined);
    assert.deepEqual(pullLink({ ...line, prUrl: 'https://git.example/dev/proj/pull/4' })?.data, {
      number: 4,
      url: 'https://git.example/dev/proj/pull/4',
      repository: 'dev/proj',
    });
  });

  it('counts only with a number that a pull request can have', () => {
    const prUrl = 'https://git.example/dev/proj/pull/4';
    const url = prUrl;
    for (const number of [0, -4, 1.5, 2 ** 53, 1e308, Number.NaN, '4', null, [4]]) {
      assert.equal(pullLink({ type: 'pr-link', prNumber: number, prUrl }), undefined);
      assert.equal(pullAct({ number, url, action: 'created' }), undefined);
    }
    assert.equal(pullAct({ number: 4, url, action: 'created' })?.data['number'], 4);
  });
});
