import assert from 'node:assert/strict';
import { aHookEvent, sessionId } from '../../../../support/hub/hooks';
import { aRequest, pid, start, Story } from '../../../../support/hub/story';

const resting = ['needs_you', 'idle', 'Waiting for your next prompt', 'registry'] as const;

/** How long a hook prevails over a registry that contradicts it. */
describe('A hook that the registry does not agree with', () => {
  it('has begun a turn that a busy machine has not yet put into the registry', () => {
    const story = new Story().registry('idle').after(1_000);
    story.hook('UserPromptSubmit', { prompt: 'Go' }).after(1_900);
    story.is('autonomous', 'thinking', 'Generating response...', 'hook');
    story.after(200).is(...resting);
  });

  describe('has begun a turn that the transcript goes on with', () => {
    const begun = (): Story => {
      const story = new Story().registry('idle').after(1_000).hook('UserPromptSubmit');
      return story.after(100).prompted();
    };

    it('and is believed, however late the registry is', () => {
      const story = begun().after(30_000);
      story.is('autonomous', 'thinking', 'Generating response...', 'hook');
      story
        .registry('idle')
        .after(100)
        .is(...resting);
    });

    it('as long as a hook is worth', () => {
      begun()
        .after(60_000)
        .is(...resting);
    });

    it('but not once the transcript has ended it', () => {
      begun()
        .answered('Done.')
        .after(3_000)
        .is(...resting);
    });

    it('but not where it went on before the registry’s word', () => {
      const story = new Story().prompted().after(100).registry('idle').after(1_000);
      story
        .hook('UserPromptSubmit')
        .after(3_000)
        .is(...resting);
    });

    it('but not where the registry has spoken since the hook', () => {
      const story = new Story().hook('PreToolUse').after(1_000).registry('idle').after(100);
      story
        .result('Bash', true)
        .after(100)
        .is(...resting);
    });

    it('but not where the process that ran it is gone, and another one has the session open', () => {
      const another = 99;
      const story = new Story().registry('idle').after(60_000);
      story.registry('busy', { pid: another, procStart: '2000', startedAt: story.now });
      story.hook('UserPromptSubmit', {}, another).after(100).prompted();
      story.after(5_000).is('autonomous', 'thinking', 'Generating response...', 'hook');
      story
        .gone('killed', another)
        .after(2_000)
        .is(...resting);
    });

    it('but not where the registry tells of a dialog', () => {
      const story = new Story().registry('waiting', { waitingFor: 'permission prompt' });
      story.after(1_000).hook('PostToolUse').prompted().after(3_000);
      assert.equal(story.state.group, 'needs_you');
    });
  });

  it('waits for the turn that the end of a background subagent begins', () => {
    const background_tasks = [{ type: 'subagent', status: 'running', agent_type: 'Explore' }];
    const story = new Story().registry('busy').after(1_000).hook('Stop', { background_tasks });
    story.after(4_000).registry('idle').after(900);
    story.is('autonomous', 'waiting_for_agent', 'Waiting for Explore subagent', 'hook');
    story.after(200).is(...resting);
  });

  describe('comes before the dialog of a subagent, which the client shows once nobody holds its call', () => {
    const asks = ['needs_you', 'needs_permission', 'Needs permission: Bash (Explore subagent)'];
    const asked = (story = begun(), call: { id?: string; agent?: string } = {}): Story => {
      const fields = { ...aRequest('Bash', { command: 'make' }), agent_id: call.agent ?? 'a1' };
      const event = aHookEvent(
        story.now - start,
        'PermissionRequest',
        { ...fields, agent_type: 'Explore' },
        pid,
      );
      return story.apply({ ...event, at: story.now, callId: call.id });
    };
    const begun = (): Story => new Story().registry('busy').after(1_000);
    const held = (story = begun(), call = { id: 'call', agent: 'a1' }): Story => asked(story, call);
    const assertStory = (story: Story, ...calls: readonly string[]): void => {
      const { group, state, label } = story.state;
      assert.deepEqual([group, state, label.text], asks);
      assert.deepEqual(story.meaning.calls.ids, calls);
    };
    const resolveCall = (story: Story, type: 'answered' | 'released', callId = 'call'): Story =>
      story.apply({ type, sessionId, callId, at: story.now });
    const assertResolved = (story: Story): void => {
      assert.equal(story.state.group, 'autonomous');
      assert.deepEqual(story.meaning.calls.ids, []);
    };

    it('and is believed as long, whatever the main agent does', () => {
      const story = held().after(30_000);
      assertStory(story, 'call');
      story.registry('idle').after(100);
      assertStory(story, 'call');
      story.registry('busy').after(10_000);
      assertStory(story, 'call');
    });

    it('and is over with its answer, also where another one waits', () => {
      const story = held(held().after(100), { id: 'other', agent: 'a2' }).after(600);
      assertStory(story, 'call', 'other');
      assertStory(resolveCall(story, 'answered'), 'other');
      assertResolved(resolveCall(story.after(600), 'answered', 'other'));
    });

    it('and is over where no dialog comes after it was left to the terminal', () => {
      const story = resolveCall(held().after(60_000), 'released').after(900);
      assertStory(story, 'call');
      assertResolved(story.after(200));
    });

    it('and is the dialog’s own as soon as it is on the screen', () => {
      const story = resolveCall(held().after(60_000), 'released').after(100).registry('waiting');
      assertStory(story.after(60_000), 'call');
      assertResolved(story.registry('busy').after(1));
    });

    it('but not where nobody held it', () => {
      assertResolved(asked().after(1_100));
    });
  });
});
