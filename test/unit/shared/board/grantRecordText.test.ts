import assert from 'node:assert/strict';
import { grantRecordText } from '../../../../src/shared/board/texts/grantRecordText';
import type { GrantUse } from '../../../../src/shared/protocol/work/grants';

const use: GrantUse = {
  at: new Date(2026, 2, 2, 10, 0, 5).getTime(),
  session: 's',
  call: 'c',
  grant: 'g',
  words: 'npm test …',
  tool: 'Bash',
  what: 'npm test -- --grep x',
  by: 'the window',
  key: 'k',
};
const textOf = (...uses: readonly GrantUse[]): string =>
  grantRecordText(uses, (session) => (session === 's' ? 'Add pagination' : undefined));

describe('The record of requests that grants allowed', () => {
  it('contains time, request, rule, session and who allowed it', () => {
    assert.equal(
      textOf(use),
      [
        'One request was allowed for a while in the last 31 days.',
        '',
        '2026-03-02 10:00:05  Bash: npm test -- --grep x',
        '                     by “npm test …” · allowed by the window · session Add pagination',
        '',
      ].join('\n'),
    );
  });

  it('says that a request came from a subagent, and that an answer did not reach the session', () => {
    const text = textOf(use, { ...use, session: 't', agent: 'a', lost: true });
    assert.match(text, /^2 requests were allowed/u);
    assert.match(text, /session t · of a subagent · the answer did not reach the session\n$/u);
  });

  it('escapes line breaks and direction marks', () => {
    const text = textOf({ ...use, what: 'npm test\n2026-01-01  Bash: x\u202e' });
    assert.equal(text.split('\n').length, 5);
    assert.ok(!text.includes('\u202e'));
  });

  it('is one sentence if no request was allowed', () => {
    assert.equal(textOf(), 'No request was allowed for a while in the last 31 days.\n');
  });
});
