import assert from 'node:assert/strict';
import type { DialogSettings } from '../../../../../src/extension/hub/domain/facts/dialogs/dialogSettings';
import { HeldStory, heldBash, heldInput } from '../../../../support/hub/heldStory';
import { aTool } from '../../../../support/hub/story';

const minute = 60_000;

class DenyingStory extends HeldStory {
  /** Applies the client's settings. */
  set(settings: Partial<DialogSettings>): this {
    const { sessionId } = this.facts;
    const all = { denies: false, questionMs: undefined, ...settings };
    return this.apply({ type: 'dialogSettings', sessionId, at: this.now, settings: all });
  }

  static denying(denies = true): DenyingStory {
    const story = new DenyingStory().registry('busy').set({ denies }).after(100).prompted('Go');
    story.after(1_000).called('Bash', heldInput).after(50);
    return story.says('PreToolUse', aTool('Bash', heldInput)).after(50);
  }
}

describe('A request of a client that denies instead of prompting', () => {
  const held = (): DenyingStory => DenyingStory.denying().holds('a');
  const isRunning = (story: DenyingStory): DenyingStory => {
    assert.deepEqual(story.open, []);
    assert.equal(story.card.pendingRequest, undefined);
    assert.equal(story.state.label.text, 'Running Bash');
    return story;
  };

  it('stays held while the client is busy, and is marked as answerable only here', () => {
    const story = held().after(20 * minute);
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
    assert.deepEqual(story.meaning.calls.alone, ['a']);
    assert.deepEqual(story.open, ['a']);
    assert.equal(story.card.pendingRequest?.onlyHere, true);
    assert.equal(story.resolution.recheckAt, undefined);
  });

  it('is closed by the hook or the result of its call', () => {
    const batch = { tool_calls: [aTool('Bash', heldInput)] };
    assert.deepEqual(held().after(minute).says('PostToolBatch', batch).open, []);
    assert.deepEqual(held().after(minute).result('Bash').open, []);
  });

  it('is closed if the client is idle', () => {
    assert.deepEqual(held().after(minute).registry('idle').open, []);
  });

  it('continues at once after its answer', () => {
    const story = held().after(minute);
    const { sessionId } = story.facts;
    isRunning(story.apply({ type: 'answered', sessionId, callId: 'a', at: story.now }));
  });

  it('needs nobody if its call was released or is not held', () => {
    isRunning(held().after(minute).releases('a'));
    isRunning(DenyingStory.denying().says('PermissionRequest', heldBash));
  });

  it('is released like any other if its client shows a dialog because of its command line', () => {
    const story = held().after(60).registry('waiting').after(2_000);
    assert.deepEqual(story.open, ['a']);
    assert.equal(story.card.pendingRequest?.onlyHere, undefined);
    assert.deepEqual(story.registry('busy').open, []);
  });

  it('is released after two seconds without a dialog if the settings allow dialogs', () => {
    const story = DenyingStory.denying(false).holds('a').after(1_999);
    assert.deepEqual(story.open, ['a']);
    assert.equal(story.card.pendingRequest?.onlyHere, undefined);
    assert.deepEqual(story.after(1).open, []);
  });
});
