import assert from 'node:assert/strict';
import { start, Story } from '../../../support/hub/story';

/** Milliseconds that a client without a status is given until its input box is there. */
const startMs = 10_000;

describe('A client that has just started', () => {
  const started = (): Story => new Story().registry(undefined).hook('SessionStart');
  const restsSince = (story: Story): number | undefined => story.meaning.rest?.since;

  it('takes no prompt before it had the time to show its input box', () => {
    assert.equal(restsSince(started()), start + startMs);
  });

  it('takes one as soon as its first status tells that it rests', () => {
    assert.equal(restsSince(started().after(900).registry('idle')), start);
  });

  it('takes the next one right after a turn, also where it keeps no status', () => {
    const story = started().after(20_000).hook('UserPromptSubmit').after(1_000).hook('Stop');
    assert.equal(restsSince(story), start + 21_000);
  });
});
