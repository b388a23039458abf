import assert from 'node:assert/strict';
import { aRequest, aTool, Story } from '../../../support/hub/story';

const question = { questions: [{ question: 'Which colour?' }] };
const bash = { command: 'npm test' };

const working = (): Story => new Story().hook('UserPromptSubmit', { prompt: 'Add a cart' });
const inBash = (): Story => working().after(100).hook('PreToolUse', aTool('Bash', bash)).after(100);

describe('Beside the state,', () => {
  it('a request carries its tool, input and suggestions', () => {
    const suggestions = [{ type: 'addRules' }];
    const asks = aRequest('Bash', bash, { permission_suggestions: suggestions });
    const { pendingRequest, agentState } = inBash().hook('PermissionRequest', asks).card;
    assert.deepEqual(agentState.context?.['toolName'], 'Bash');
    assert.deepEqual(pendingRequest?.toolInput, bash);
    assert.deepEqual(pendingRequest?.suggestions, suggestions);
  });

  it('a failed tool leaves its error in the context', () => {
    const story = inBash().hook('PostToolUseFailure', aTool('Bash', bash, { error: 'no' }));
    assert.equal(story.state.context?.['error'], 'no');
  });

  it('an announced question has waited since its announcement, not since its request', () => {
    const story = working().hook('PreToolUse', aTool('AskUserQuestion', question));
    const since = story.resolution.since;
    story.after(300).hook('PermissionRequest', aRequest('AskUserQuestion', question));
    assert.equal(story.resolution.since, since);
  });

  it('a closed dialog is no longer offered for an answer', () => {
    const story = inBash().hook('PermissionRequest', aRequest('Bash', bash));
    assert.ok(story.card.pendingRequest);
    story.after(1_000).hook('PostToolUse', aTool('Bash', bash));
    assert.equal(story.card.pendingRequest, undefined);
  });

  it('an idle session stays idle since its turn ended, however often that is reported', () => {
    const story = working().hook('Stop');
    const since = story.resolution.since;
    story.after(60_000).hook('Notification', { notification_type: 'idle_prompt' });
    assert.equal(story.resolution.since, since);
  });
});
