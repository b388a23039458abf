import assert from 'node:assert/strict';
import { aRequest, aTool, start, Story } from '../../../support/hub/story';

const command = { command: 'touch made' };

/**
 * On a busy machine a hook that the client does not wait for may start later than its successors.
 */
describe('A hook that ran late', () => {
  it('of the prompt does not end the dialog of the same prompt', () => {
    new Story()
      .registry('idle')
      .after(1_000)
      .hook('PreToolUse', aTool('Bash', command, { prompt_id: 'p1' }))
      .after(10)
      .hook('PermissionRequest', aRequest('Bash', command, { prompt_id: 'p1' }))
      .after(30)
      .hook('UserPromptSubmit', { prompt: 'Go', prompt_id: 'p1' })
      .registry('waiting', { waitingFor: 'permission prompt' })
      .is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
  });

  it('of the previous batch does not end the next dialog or its tool', () => {
    const before = { tool_use_id: 'toolu_before', tool_name: 'Read', tool_input: {} };
    const story = new Story()
      .hook('PreToolUse', aTool('Bash', command))
      .hook('PermissionRequest', aRequest('Bash', command))
      .after(30)
      .hook('PostToolBatch', { tool_calls: [before] });
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
    assert.equal(story.facts.hook?.openTools.length, 1);
  });

  it('ends its own dialogs', () => {
    const next = { prompt: 'Never mind', prompt_id: 'p2' };
    const batch = { tool_calls: [aTool('Bash', command)] };
    for (const [event, fields] of [
      ['UserPromptSubmit', next],
      ['UserPromptSubmit', { prompt: 'Never mind' }],
      ['PostToolBatch', batch],
      ['PostToolBatch', {}],
    ] as const) {
      const { hook } = new Story()
        .hook('PreToolUse', aTool('Bash', command, { prompt_id: 'p1' }))
        .hook('PermissionRequest', aRequest('Bash', command, { prompt_id: 'p1' }))
        .after(2_000)
        .hook(event, fields).facts;
      assert.deepEqual(hook?.pending, []);
    }
  });

  it('of a tool or of the prompt does not restart the ended turn', () => {
    const batch = { tool_calls: [aTool('Bash', command)] };
    for (const [event, fields] of [
      ['PostToolUse', aTool('Bash', command)],
      ['PostToolUseFailure', aTool('Bash', command)],
      ['PostToolBatch', batch],
      ['UserPromptSubmit', { prompt: 'Go' }],
    ] as const) {
      const story = new Story().hook('PreToolUse', aTool('Bash', command, { prompt_id: 'p1' }));
      story.after(10).hook('Stop', { prompt_id: 'p1' });
      story.after(100).hook(event, { ...fields, prompt_id: 'p1' });
      story.is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
      assert.equal(story.facts.hook?.openTools.length, 0);
    }
  });

  it('of a call that has ended starts neither the call nor a turn', () => {
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Go', prompt_id: 'p1' });
    story.after(1_000).hook('PostToolUse', aTool('Bash', command, { prompt_id: 'p1' }));
    story.after(20).hook('PreToolUse', aTool('Bash', command, { prompt_id: 'p1' }));
    assert.deepEqual(story.facts.hook?.openTools, []);
    story.after(100).hook('Stop', { prompt_id: 'p1' });
    story.after(100).hook('PreToolUse', aTool('Bash', command, { prompt_id: 'p1' }));
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });

  it('of the prompt does not change the start of the idle state after its turn', () => {
    const story = new Story().hook('Stop', { prompt_id: 'p1' }).after(5_000);
    story.hook('Stop', { prompt_id: 'p2' });
    const { since } = story.facts.hook?.main ?? {};
    story.after(100).hook('UserPromptSubmit', { prompt: 'Go', prompt_id: 'p2' });
    assert.deepEqual([since, story.facts.hook?.main?.since], [start + 5_000, start + 5_000]);
  });

  it('is distinguished from the start of the next turn', () => {
    const rested = (): Story =>
      new Story().hook('UserPromptSubmit', { prompt_id: 'p1' }).hook('Stop', { prompt_id: 'p1' });
    for (const [ms, event, fields] of [
      [100, 'UserPromptSubmit', { prompt: 'Next', prompt_id: 'p2' }],
      [100, 'UserPromptSubmit', { prompt: 'Next' }],
      [100, 'PreToolUse', aTool('Bash', command, { prompt_id: 'p1' })],
      [2_500, 'PostToolBatch', { prompt_id: 'p1' }],
    ] as const) {
      assert.equal(rested().after(ms).hook(event, fields).state.group, 'autonomous', event);
    }
  });

  it('ends a question whose call contains the answers', () => {
    const question = { questions: [{ question: 'Which?' }] };
    new Story()
      .hook('PermissionRequest', aRequest('AskUserQuestion', question))
      .after(100)
      .hook('PostToolBatch', {
        tool_calls: [aTool('AskUserQuestion', { ...question, answers: { 'Which?': 'This' } })],
      })
      .is('autonomous', 'thinking', 'Generating response...', 'hook');
  });
});
