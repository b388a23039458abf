import assert from 'node:assert/strict';
import { start, Story } from '../../../support/hub/story';

/** Time, in ms, that a client without a status has until its input box appears. */
const startMs = 10_000;

describe('A client that has just started', () => {
  const started = (): Story => new Story().registry(undefined).hook('SessionStart');
  const restsSince = (story: Story): number | undefined => story.meaning.rest?.since;

  it('accepts no prompt before it had the time to show its input box', () => {
    assert.equal(restsSince(started()), start + startMs);
  });

  it('accepts one as soon as its first status is idle', () => {
    assert.equal(restsSince(started().after(900).registry('idle')), start);
  });

  it('accepts the next one right after a turn, even without a status', () => {
    const story = started().after(20_000).hook('UserPromptSubmit').after(1_000).hook('Stop');
    assert.equal(restsSince(story), start + 21_000);
  });
});

describe('A client without hooks that compacts while idle', () => {
  const rested = (): Story =>
    new Story().prompted().after(50).registry('busy').after(500).answered('Done.').registry('idle');
  const compacted = (story: Story, trigger = 'auto'): Story =>
    story
      .after(3_240_000)
      .registry('busy')
      .after(40_000)
      .line({ kind: 'compacted', trigger })
      .after(100)
      .registry('idle');

  it('is idle since the end of its last turn', () => {
    const story = compacted(rested());
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'registry');
    assert.equal(story.card.stateSince, new Date(start + 550).toISOString());
  });

  it('is idle from now on after a turn that compacted, and after a manual compaction', () => {
    const turn = rested().after(3_240_000).prompted().registry('busy').after(40_000);
    turn.line({ kind: 'compacted', trigger: 'auto' }).answered('Done.').registry('idle');
    assert.equal(turn.card.stateSince, new Date(turn.now).toISOString());
    const story = compacted(rested(), 'manual');
    assert.equal(story.card.stateSince, new Date(story.now).toISOString());
  });
});
