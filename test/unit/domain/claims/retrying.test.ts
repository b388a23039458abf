import assert from 'node:assert/strict';
import { Story } from '../../../support/hub/story';

const retry = { kind: 'retrying', attempt: 2, maxRetries: 10, retryInMs: 4_000 } as const;
const retrying = ['autonomous', 'retrying', 'Retrying: attempt 2 of 10', 'jsonl'] as const;
const thinking = ['autonomous', 'thinking', 'Generating response...', 'hook'] as const;

describe('A request that the client retries', () => {
  const working = (): Story =>
    new Story().hook('UserPromptSubmit', { prompt: 'Go' }).registry('busy').after(1_000);

  it('shows while the client waits, and names the attempt', () => {
    working()
      .line(retry)
      .after(3_000)
      .is(...retrying);
  });

  it('shows no maximum if the client names none', () => {
    const story = working().line({ ...retry, maxRetries: undefined });
    assert.equal(story.state.label.text, 'Retrying: attempt 2');
  });

  it('ends with the next entry of the turn, but not with a title', () => {
    const story = working().line(retry).after(4_500);
    story.line({ kind: 'title', source: 'ai', title: 'Cart' }).is(...retrying);
    story.answered('Here', 'tool_use').is(...thinking);
  });

  it('ends with the turn', () => {
    const story = working().line(retry).after(500).hook('Stop').registry('idle');
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });

  it('of an earlier turn does not show in the next one', () => {
    const story = working().line(retry).after(500).hook('Stop').after(5_000);
    story
      .hook('UserPromptSubmit', { prompt: 'Again' })
      .registry('busy')
      .is(...thinking);
  });

  it('is ignored if there is no entry within a minute after its time', () => {
    const story = working().line(retry).after(63_000).hook('PostToolBatch').after(2_000);
    assert.equal(story.state.state, 'thinking');
  });
});
