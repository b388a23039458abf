import assert from 'node:assert/strict';
import { unresumedText } from '../../../../src/extension/views/resume/unresumed';

describe('The message about sessions that were not resumed', () => {
  it('is empty if all were resumed', () => {
    assert.equal(unresumedText([]), '');
  });

  it('names each session, grouped by reason', () => {
    const gone = 'the folder no longer exists';
    const text = unresumedText([
      { title: 'Fix the cart', reason: gone },
      { title: 'Paint it', reason: 'Claude Code didn’t start' },
      { title: 'Sell it', reason: gone },
    ]);
    assert.equal(
      text,
      'Not resumed: “Fix the cart”, “Sell it” (the folder no longer exists); “Paint it” (Claude Code didn’t start).',
    );
  });
});
