import assert from 'node:assert/strict';
import { start, Story } from '../../../support/hub/story';

const thinking = ['autonomous', 'thinking', 'Generating response...'] as const;
const idle = ['needs_you', 'idle', 'Waiting for your next prompt'] as const;

/** The hooks of one event run side by side, and the client is busy until the last of them has ended. */
describe('A turn’s end that the registry has not told yet', () => {
  const worked = (): Story =>
    new Story()
      .registry('busy')
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .after(2_000)
      .hook('Stop', { last_assistant_message: 'Done.' });

  const since = ({ resolution }: Story): number => resolution.since - start;

  it('is work, however long another hook takes', () => {
    const story = worked().is(...thinking, 'registry');
    assert.equal(since(story), 0);
    story.after(30_000).is(...thinking, 'registry');
  });

  it('is rest at once when the registry says so, and from then on', () => {
    const story = worked()
      .after(5_000)
      .registry('idle')
      .is(...idle, 'hook');
    assert.equal(since(story), 7_000);
  });

  it('is rest beside a background shell', () => {
    worked()
      .registry('shell')
      .is(...idle, 'hook');
  });

  it('is no rest where the hook sends the agent on, again and again', () => {
    const story = worked();
    for (const _ of [1, 2, 3]) {
      story.after(5_000).is(...thinking, 'registry');
      story.hook('Stop').is(...thinking, 'registry');
    }
    story.after(100).registry('idle');
    story.is(...idle, 'hook');
  });

  it('shows the tool that the agent runs when it was sent on', () => {
    const story = worked().after(1_000).called('Bash').after(500);
    story.is('autonomous', 'acting', 'Running Bash', 'registry');
    story.hook('PreToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_Bash' });
    story.is('autonomous', 'acting', 'Running Bash', 'hook');
  });

  it('goes on with the words that stood before', () => {
    const story = new Story().registry('busy').hook('UserPromptSubmit').after(1_000);
    story.hook('PostToolUse', { tool_name: 'Bash' }).after(1_000).hook('Stop');
    story.is('autonomous', 'thinking', 'Used Bash', 'registry');
  });

  it('is rest at once where no registry tells a status', () => {
    const told = (story: Story): Story => story.hook('UserPromptSubmit').after(2_000).hook('Stop');
    told(new Story()).is(...idle, 'hook');
    told(new Story().registry(undefined)).is(...idle, 'hook');
  });

  it('is over with its process', () => {
    const story = worked().after(3_000).gone('killed');
    story.is('delivered', 'session_ended', 'Session closed: process killed', 'registry');
  });

  it('completes a task, asks and fails no sooner than it rests', () => {
    const begun = (): Story => new Story().registry('busy').hook('UserPromptSubmit').after(1_000);
    const task = { task_id: '1', task_subject: 'Ship it' };
    const completes = begun().hook('TaskCreated', task).hook('TaskCompleted', task).hook('Stop');
    const asks = begun().hook('Stop', { last_assistant_message: 'Shall I?' });
    const fails = begun().hook('StopFailure', { error: 'rate_limit' });
    const ends = [
      [completes, 'task_complete'],
      [asks, 'awaiting_input'],
      [fails, 'error'],
    ] as const;
    for (const [story, state] of ends) {
      story.is(...thinking, 'registry');
      assert.equal(story.after(3_000).registry('idle').state.state, state);
    }
  });

  it('waits for a shell in the background only when it rests', () => {
    const background_tasks = [{ id: 'b1', type: 'shell', status: 'running' }];
    const story = new Story().registry('busy').hook('UserPromptSubmit').after(1_000);
    story.hook('Stop', { background_tasks }).after(3_000);
    story.is(...thinking, 'registry');
    assert.equal(story.registry('shell').state.state, 'waiting_for_agent');
  });

  it('is told by the hook alone where the registry began to be busy later', () => {
    const story = new Story().registry('idle').hook('UserPromptSubmit').after(1_000).hook('Stop');
    story.after(100).registry('busy').after(199);
    story.is(...idle, 'hook');
  });

  it('leaves a session that begins with its prompt free', () => {
    new Story()
      .registry('busy')
      .after(50)
      .hook('SessionStart', { source: 'clear' })
      .is(...idle, 'hook');
  });

  it('is believed once the client reminds a person, whatever a registry that stands still says', () => {
    const story = worked()
      .after(30_000)
      .is(...thinking, 'registry');
    story.after(30_000).hook('Notification', { notification_type: 'idle_prompt' });
    story.is(...idle, 'hook').after(3_600_000);
    story.is(...idle, 'hook').hook('UserPromptSubmit');
    story.is(...thinking, 'hook');
  });
});

/** No hook told of the turn: it ended before the first one came, or its Stop was lost. */
describe('The client’s reminder that it rests', () => {
  const reminded = (story: Story): Story =>
    story.after(60_000).hook('Notification', { notification_type: 'idle_prompt' });
  const told = (story: Story, status: 'idle' | undefined): readonly string[] => {
    const { group, state } = reminded(story.after(10).registry(status)).state;
    return [group, state];
  };

  for (const status of ['idle', undefined] as const) {
    it(`keeps what the session rests after, with ${status ?? 'no'} status`, () => {
      const asked = new Story().prompted().after(500).answered('Which one do you want?');
      assert.deepEqual(told(asked, status), ['needs_you', 'awaiting_input']);
      const failed = new Story().prompted().after(500);
      failed.line({ kind: 'apiError', error: 'rate_limit', text: 'Slow down' });
      assert.deepEqual(told(failed, status), ['needs_you', 'error']);
      const stopped = new Story().prompted().after(500).line({ kind: 'interrupted' });
      assert.deepEqual(told(stopped, status), ['needs_you', 'interrupted']);
    });
  }

  it('takes no delivery back', () => {
    const todos = (status: string) => ({ todos: [{ content: 'the cart', status }] });
    const story = new Story().registry('busy').prompted().after(100);
    story.called('TodoWrite', todos('in_progress')).after(100);
    story.called('TodoWrite', todos('completed')).after(100);
    story.answered('Done.').after(10).registry('idle');
    story.is('delivered', 'task_complete', 'Finished: the cart', 'registry');
    reminded(story).is('delivered', 'task_complete', 'Finished: the cart', 'hook');
  });
});

describe('A transcript that has not caught up', () => {
  it('lends a rest no words of the turn before', () => {
    const story = new Story().prompted().answered('Shall I go on?').after(10).registry('idle');
    story.is('needs_you', 'awaiting_input', 'Asked you a question', 'registry');
    story.after(5_000).hook('UserPromptSubmit').registry('busy').after(500).registry('idle');
    story.after(100).is(...idle, 'registry');
    story
      .answered('And now?')
      .is('needs_you', 'awaiting_input', 'Asked you a question', 'registry');
  });
});
