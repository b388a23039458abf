import { Story } from '../../support/hub/story';

const resting = ['needs_you', 'idle', 'Waiting for your next prompt', 'registry'] as const;

/** How long a hook's word stands against a registry that says something else. */
describe('A hook that the registry does not agree with', () => {
  it('has begun a turn that a busy machine has not yet put into the registry', () => {
    const story = new Story().registry('idle').after(1_000);
    story.hook('UserPromptSubmit', { prompt: 'Go' }).after(1_900);
    story.is('autonomous', 'thinking', 'Generating response...', 'hook');
    story.after(200).is(...resting);
  });

  it('waits for the turn that the end of a background subagent begins', () => {
    const background_tasks = [{ type: 'subagent', status: 'running', agent_type: 'Explore' }];
    const story = new Story().registry('busy').after(1_000).hook('Stop', { background_tasks });
    story.after(4_000).registry('idle').after(900);
    story.is('autonomous', 'waiting_for_agent', 'Waiting for Explore subagent', 'hook');
    story.after(200).is(...resting);
  });
});
