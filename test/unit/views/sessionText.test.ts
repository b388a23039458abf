import assert from 'node:assert/strict';
import { sessionMarkdown } from '../../../src/extension/views/sessionText';
import { aSession, builderNow, secondsAgo } from '../../support/sessionBuilder';

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
      /\n {2}\n\$\(info\) Hook: PreToolUse Bash · .*\d\d:\d\d:\d\d · certain {2}\n\$\(info\) Registry: busy \(agrees\) · .*\d\d:\d\d:\d\d$/,
    );
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
});
