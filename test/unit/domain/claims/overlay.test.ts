import assert from 'node:assert/strict';
import { lastActivityAt } from '../../../../src/extension/hub/domain/card/live';
import {
  applyOverlay,
  type OverlayInput,
} from '../../../../src/extension/hub/domain/claims/overlay';
import { sessionId } from '../../../support/hub/hooks';
import { Story } from '../../../support/hub/story';

const calm: OverlayInput = { budget: {}, todayUsd: 0 };

function shown(story: Story, circumstances = calm): readonly string[] {
  const { facts, resolution } = story;
  const { state } = applyOverlay(facts, resolution, circumstances, lastActivityAt(facts));
  return [state.group, state.state, state.label.text];
}

const resting = (): Story =>
  new Story().hook('UserPromptSubmit', { prompt: 'Go' }).after(1_000).hook('Stop').after(1_000);
const working = (): Story => new Story().hook('UserPromptSubmit', { prompt: 'Go' }).after(1_000);
const archive = (story: Story, archived = true): Story =>
  story.apply({ type: 'archive', sessionId, at: story.now, archived });
const spend = (story: Story, usd: number): Story => {
  const total = { input: 1, output: 1, cacheRead: 0, cacheCreation: 0, usd, estimated: false };
  return story.apply({ type: 'usage', sessionId, at: story.now, total });
};
const conflicts = (story: Story, count: number): Story =>
  story.apply({ type: 'workTree', sessionId, at: story.now, conflicts: count });

describe('A dismissed session', () => {
  it('is hidden', () => {
    assert.deepEqual(shown(archive(resting())), ['delivered', 'archived', 'Dismissed']);
  });

  it('reappears with new activity', () => {
    const story = archive(resting()).after(1_000).hook('UserPromptSubmit', { prompt: 'On' });
    assert.equal(shown(story)[1], 'thinking');
    assert.equal(shown(story.after(1_000).hook('Stop'))[1], 'idle');
  });

  it('stays hidden when the client only reminds the person', () => {
    const story = archive(resting()).after(60_000);
    story.hook('Notification', { notification_type: 'idle_prompt' });
    assert.equal(shown(story)[1], 'archived');
  });

  it('reappears when the user restores it', () => {
    assert.equal(shown(archive(archive(resting()).after(1_000), false))[1], 'idle');
  });

  it('is not hidden while it works', () => {
    assert.equal(shown(archive(working()))[1], 'thinking');
  });
});

describe('A budget', () => {
  it('has no effect on a session below it', () => {
    const circumstances = { budget: { perSessionUsd: 5, perDayUsd: 9 }, todayUsd: 8 };
    assert.equal(shown(spend(working(), 4.99), circumstances)[1], 'thinking');
  });

  it('per session needs the person while the session works', () => {
    const circumstances = { budget: { perSessionUsd: 5 }, todayUsd: 0 };
    assert.deepEqual(shown(spend(working(), 5.2), circumstances), [
      'needs_you',
      'budget_exceeded',
      'Over budget: $5.20 of $5.00',
    ]);
    assert.equal(shown(spend(resting(), 5.2), circumstances)[1], 'idle');
  });

  it('per day counts all sessions', () => {
    const circumstances = { budget: { perDayUsd: 10 }, todayUsd: 10.5 };
    assert.deepEqual(shown(working(), circumstances), [
      'needs_you',
      'budget_exceeded',
      "Over the day's budget of $10.00",
    ]);
  });

  it('never hides a dialog', () => {
    const story = spend(working(), 9).hook('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    const circumstances = { budget: { perSessionUsd: 5 }, todayUsd: 0 };
    assert.equal(shown(story, circumstances)[1], 'needs_permission');
  });

  it('has no effect for the rest of the turn once it was dismissed', () => {
    const circumstances = { budget: { perSessionUsd: 5 }, todayUsd: 0 };
    const story = archive(spend(working(), 5.2));
    assert.equal(shown(story, circumstances)[1], 'thinking');
    story.after(1_000).hook('Stop').after(1_000).hook('UserPromptSubmit', { prompt: 'More' });
    assert.equal(shown(story, circumstances)[1], 'budget_exceeded');
  });
});

describe('A merge with conflicts', () => {
  it('is shown for an idle session', () => {
    assert.deepEqual(shown(conflicts(resting(), 2)), [
      'needs_you',
      'conflict_resolution',
      'Merge conflicts in 2 files',
    ]);
  });

  it('is no longer shown when the merge is finished', () => {
    assert.equal(shown(conflicts(conflicts(resting(), 1), 0))[1], 'idle');
  });

  it('does not hide what the agent works on', () => {
    assert.equal(shown(conflicts(working(), 1))[1], 'thinking');
  });
});
