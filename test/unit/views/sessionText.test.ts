import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sessionMarkdown } from '../../../src/extension/views/sessionText';
import { aBlockedCall, blockedCalls } from '../../support/board/blockedCalls';
import { collisions, lostCollision } from '../../support/board/collisionBuilder';
import { hostileText } from '../../support/hostileText';
import { aBadge, saying, withPull } from '../../support/page/boards/deliveredBoard';
import { aPendingRequest, aSession, builderNow, secondsAgo } from '../../support/sessionBuilder';

const now = Date.parse(builderNow);

describe('the hover of a session', () => {
  it('ends with why its state is what it is', () => {
    const why = [
      {
        source: 'hook',
        signal: 'PreToolUse Bash',
        at: secondsAgo(30),
        state: 'acting',
        confidence: 1,
        verdict: 'decides',
      },
      {
        source: 'registry',
        signal: 'busy',
        at: secondsAgo(40),
        state: 'thinking',
        confidence: 0.9,
        verdict: 'agrees',
      },
    ] as const;
    const text = sessionMarkdown(aSession({ why: [...why] }), now, '/home/dev');
    const lines = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.match(
      lines,
      /\n {2}\n\$\(info\) Hook: PreToolUse Bash · .*[\d:]+\s[AP]M · certain {2}\n\$\(info\) Registry: busy \(agrees\) · .*[\d:]+\s[AP]M$/,
    );
  });

  it('names three of the follow-ups that wait for it, with their sessions', () => {
    const when = { kind: 'fact', fact: 'testsGreen', of: 'a' };
    const one = { sessionId: 'b', id: 'p', text: 'Look [x](command:y)', when };
    const session = aSession({ sessionId: 'a', followUps: Array.from({ length: 5 }, () => one) });
    const target = aSession({ sessionId: 'b', title: 'Review' });
    const find = (id: string) => (id === 'b' ? target : undefined);
    const text = sessionMarkdown(session, now, '/home/dev', find);
    assert.doesNotMatch(text, /\]\(command/);
    const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const lines = plain.match(/Then “Review”: Look \[x\]\(command:y\), when its tests pass/g);
    assert.equal(lines?.length, 3);
  });

  it('names the runs that did not come', () => {
    const run = { id: 'job', dueAt: secondsAgo(60), prompt: '[x](command:y)', recurring: true };
    const text = sessionMarkdown(aSession({ missed: [run] }), now, '/home/dev');
    assert.doesNotMatch(text, /\]\(command/);
    const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.match(plain, /\$\(calendar\) Due .*, not seen · \[x\]/);
  });

  it('says how many calls auto mode blocked, and why, and when it asks for that', () => {
    const blocked = blockedCalls(aBlockedCall(now, { reason: '[x](command:y)' }));
    const plain = (session: ReturnType<typeof aSession>): string =>
      sessionMarkdown(session, now, '/home/dev').replace(/&#(\d+);/g, (_, code: string) =>
        String.fromCharCode(Number(code)),
      );
    assert.doesNotMatch(sessionMarkdown(aSession({ blocked }), now, '/home/dev'), /\]\(command/);
    assert.match(plain(aSession({ blocked })), /\$\(shield\) 1 call blocked by auto mode: \[x\]/);
    const agentState = { group: 'needs_you', state: 'blocked_by_auto_mode' } as const;
    assert.match(plain(aSession({ blocked, agentState })), /\$\(shield\) Reason: \[x\]/);
    const asks = aPendingRequest({ blocked: { count: 3, reason: 'risky' } });
    assert.match(
      plain(aSession({ blocked, pendingRequest: asks })),
      /Auto mode asks: it blocked 3 calls in a row\. Last reason: risky/,
    );
  });

  it('says who shares its folder, what was reviewed, and what proves a collision', () => {
    const found = lostCollision({ title: '[x](command:y)' });
    const session = aSession({ collisions: collisions(found), reviewed: secondsAgo(120) });
    const text = sessionMarkdown(session, now, '/home/dev');
    assert.doesNotMatch(text, /\]\(command/);
    const lines = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.match(lines, /\$\(organization\) Another session works in the same folder/);
    assert.match(lines, /\$\(check-all\) Reviewed /);
    assert.match(lines, /\$\(info\) This session changed src\/a\.ts · [\d:]+\s[AP]M/);
    assert.match(lines, /\) “\[x\]\(command:y\)” ran git reset --hard · [\d:]+\s[AP]M$/);
  });

  it('says of a job in the background what it needs, and how to attach to it', () => {
    const background = { jobId: '37269abb', name: 'Deploy', needs: 'answer: Which one?' };
    const text = sessionMarkdown(aSession({ background }), now, '/home/dev');
    const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const lines = plain.split('  \n').filter((line) => line.includes('$(layers)'));
    assert.deepEqual(lines, [
      '$(layers) Background job “Deploy”',
      '$(layers) Asks you: Which one?',
      '$(layers) Attach with “claude attach 37269abb”',
    ]);
    const unsafe = sessionMarkdown(aSession({ background: { jobId: '$(x)' } }), now, '/home/dev');
    assert.doesNotMatch(unsafe, /attach/);
  });

  it('says nothing of it where nothing is known, and nothing that Markdown could act on', () => {
    assert.doesNotMatch(sessionMarkdown(aSession(), now, ''), /\$\(info\)/);
    const why = [
      {
        source: 'hook',
        signal: 'PreToolUse [x](command:evil)',
        at: secondsAgo(1),
        state: 'acting',
        confidence: 1,
        verdict: 'decides',
      },
    ] as const;
    assert.doesNotMatch(sessionMarkdown(aSession({ why: [...why] }), now, ''), /\]\(command:/);
  });

  it('says what was delivered, with a link where there is one, once', () => {
    const text = sessionMarkdown(withPull, now, '/home/dev');
    const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.deepEqual(plain.split('  \n').slice(2, 5), [
      '$(git-pull-request) Opened PR #41 · Waiting for your next prompt · 4m',
      '$(git-pull-request) [PR #41](https://github.com/dev/api-server/pull/41) &nbsp; $(beaker) 212 pass &nbsp; $(repo-push) ↑2 &nbsp; $(edit) 3 uncommitted',
      '$(note) 2 commits to feature/idempotency-keys, pushed at 14:03.',
    ]);
    assert.equal(plain.match(/pull\/41/g)?.length, 1);
    assert.ok(
      plain.includes(
        '$(git-branch) feature/idempotency-keys · Worktree orders · ↑2 ↓1 compared with origin/feature/idempotency-keys · 3 files not committed',
      ),
      plain,
    );
  });

  it('leads to a pull request that no badge leads to', () => {
    const pulls = [{ number: 7, url: 'https://github.com/a/b/pull/7', state: 'draft' as const }];
    const text = sessionMarkdown(aSession({ outcome: { commits: 0, at: '', pulls } }), now, '');
    assert.match(
      text,
      /\n\$\(git-pull-request\) \[PR &#35;7 · draft\]\(https:\/\/github.com\/a\/b\/pull\/7\)/,
    );
  });

  it('lets no text of a layer end a link, begin one or draw an icon', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, rest) => {
        const href = `https://x.example/${encodeURIComponent(rest.replace(/[^ -~]/g, '')).slice(0, 900)})[a](b)`;
        const badges = [aBadge(`a${text}](command:x) $(bug)`), aBadge('b', { href })];
        const session = aSession({ display: { layer: 'rules', badges, detail: saying(text) } });
        const links = sessionMarkdown(session, now, '').match(/\]\([^)]*\)/g) ?? [];
        assert.equal(links.length, 1);
        assert.match(links[0] ?? '', /^\]\(https:\/\/x\.example\/[^\s()[\]]*\)$/);
        assert.doesNotMatch(sessionMarkdown(session, now, ''), /\$\(bug\)/);
      }),
    );
  });
});
