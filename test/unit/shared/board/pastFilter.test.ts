import assert from 'node:assert/strict';
import { parseFilter } from '../../../../src/shared/board/filter/filterTokens';
import {
  isPastToken,
  namesOutcome,
  pastMatcherOf,
} from '../../../../src/shared/board/filter/pastFilter';
import { anEntry } from '../../../support/board/historyBuilder';

const url = 'https://example.com/pull/41';
const entry = anEntry({
  gitBranch: 'Feature/Größe',
  projectPath: '/home/dev/shop/.claude/worktrees/orders/src',
  outcome: { commits: 0, pulls: [{ number: 41, url, state: 'merged' }], at: '' },
});
const matches = (text: string) => pastMatcherOf(parseFilter(text).tokens)(entry);

describe('The filter of past sessions', () => {
  for (const [text, isFound] of [
    ['pr:41', true],
    ['pr:4', false],
    ['pr:open', false],
    ['pr:open pr:merged', true],
    ['tests:failing', false],
    ['branch:grosse', false],
    ['branch:GROßE', true],
    ['branch:"feature"', false],
    ['worktree:ord', true],
    ['worktree:"orders"', true],
    ['worktree:src', false],
    ['project:shop', false],
  ] as const)
    it(`${isFound ? 'finds' : 'does not find'} by ${text}`, () =>
      assert.equal(matches(text), isFound));

  it('finds a session by a worktree of the client, also on Windows, and not by other folders', () => {
    const inFolder = (projectPath: string) =>
      pastMatcherOf(parseFilter('worktree:orders').tokens)(anEntry({ projectPath }));
    assert.ok(inFolder('C:\\dev\\shop\\.claude\\worktrees\\orders'));
    assert.ok(!inFolder('/home/dev/worktrees/orders'));
  });

  it('knows which tokens it supports and which of them need complete transcripts', () => {
    const { tokens } = parseFilter('pr:1 tests:a branch:b worktree:c project:d tag:e');
    assert.deepEqual(
      tokens.map((token) => [isPastToken(token), namesOutcome(token)]),
      [
        [true, true],
        [true, true],
        [true, false],
        [true, false],
        [false, false],
        [false, false],
      ],
    );
  });
});
