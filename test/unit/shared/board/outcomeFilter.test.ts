import assert from 'node:assert/strict';
import { parseFilter } from '../../../../src/shared/board/filter/filterTokens';
import { createSessionMatcher } from '../../../../src/shared/board/filter/sessionFilter';
import type { PullState } from '../../../../src/shared/protocol/layers/display';
import { aBadge, saying, withPull } from '../../../support/page/boards/deliveredBoard';
import { aSession } from '../../../support/sessionBuilder';

const tests = (ok: boolean) => ({ ok, stale: false });
const delivered = (pulls: PullState[], ok?: boolean) =>
  aSession({
    outcome: { commits: 0, at: '', pulls, ...(ok !== undefined && { tests: tests(ok) }) },
  });
const pull = (number: number, state?: PullState['state']): PullState => ({
  number,
  url: `https://github.com/a/b/pull/${number}`,
  ...(state !== undefined && { state }),
});

const sessions = {
  none: aSession(),
  unknown: delivered([pull(41)]),
  merged: delivered([pull(4, 'merged')], true),
  draft: delivered([pull(410, 'draft')]),
  closed: delivered([pull(7, 'closed')], false),
};

/** Names of the sessions that a filter shows. */
function shown(text: string): string {
  const matches = createSessionMatcher(parseFilter(text));
  return Object.entries(sessions)
    .filter(([, session]) => matches(session))
    .map(([name]) => name)
    .join(' ');
}

describe('The filter by what was delivered', () => {
  for (const [text, names] of [
    ['pr:41', 'unknown'],
    ['pr:#41', 'unknown'],
    ['pr:4', 'merged'],
    ['pr:"410"', 'draft'],
    ['pr:any', 'unknown merged draft closed'],
    // A pull request whose state was not queried is not known to be closed.
    ['pr:open', 'unknown draft'],
    ['pr:draft', 'draft'],
    ['pr:merged', 'merged'],
    ['pr:merged pr:closed', 'merged closed'],
    ['pr:nonsense', ''],
    ['tests:failing', 'closed'],
    ['tests:pass', 'merged'],
    ['tests:passing pr:any', 'merged'],
  ] as const)
    it(`${text} shows ${names || 'none'}`, () => assert.equal(shown(text), names));

  it('finds a session by its worktree and by the branch that is checked out', () => {
    const matches = (text: string) => createSessionMatcher(parseFilter(text))(withPull);
    assert.ok(matches('worktree:ord'));
    assert.ok(!matches('worktree:other'));
    assert.ok(!createSessionMatcher(parseFilter('worktree:o'))(sessions.none));
    assert.ok(matches('branch:idempotency'));
    assert.ok(
      createSessionMatcher(parseFilter('branch:next'))(
        aSession({ gitBranch: 'main', repository: { branch: 'next' } }),
      ),
    );
  });

  it('finds words in the shown label and in the badges', () => {
    const matches = (text: string) => createSessionMatcher(parseFilter(text))(withPull);
    assert.ok(matches('opened 212'));
    const works = aSession({
      display: { layer: 'sdlc', label: saying('Deployed'), badges: [aBadge('live')] },
    });
    assert.ok(!createSessionMatcher(parseFilter('deployed'))(works));
    assert.ok(createSessionMatcher(parseFilter('live'))(works));
  });
});
