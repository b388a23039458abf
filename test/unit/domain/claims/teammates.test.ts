import assert from 'node:assert/strict';
import { aTool, Story, type Expected } from '../../../support/hub/story';

const worker = { agent_id: 'aworker-1', agent_type: 'worker' } as const;
const asker = { agent_id: 'aasker-1', agent_type: 'asker' } as const;
const idle: Expected = ['needs_you', 'idle', 'Waiting for your next prompt', 'hook'];
const listed = ['Worker', 'Asker'].map((description) => ({
  id: `t${description}`,
  type: 'teammate',
  status: 'running',
  description,
}));
const waiting = (label: string): Expected => ['autonomous', 'waiting_for_agent', label, 'hook'];

/** Two teammates in their lead's process, still working after its turn. */
const begun = (): Story => {
  const story = new Story().hook('UserPromptSubmit', { prompt: 'Go' }).registry('busy').after(100);
  for (const { agent_id: id, agent_type: name } of [worker, asker]) {
    story
      .hook('PostToolUse', {
        ...aTool('Agent', { name }),
        tool_response: {
          status: 'teammate_spawned',
          name,
          agent_id: id,
          tmux_pane_id: 'in-process',
        },
      })
      .hook('SubagentStart', { agent_id: id, agent_type: name });
  }
  return story.after(500).hook('Stop', { background_tasks: listed });
};
const states = (story: Story): string[] => story.card.subagents.map(({ state }) => state);

describe('A lead with teammates in its process', () => {
  it('waits for those that work', () => {
    begun()
      .is(...waiting('Waiting for 2 teammates'))
      .after(1_000)
      .hook('SubagentStop', worker)
      .is(...waiting('Waiting for teammate asker'));
  });

  it('is idle once they are, and the client has had the time to wake it', () => {
    const story = begun().after(1_000).hook('SubagentStop', worker).hook('SubagentStop', asker);
    story
      .after(999)
      .is(...waiting('Waiting for 2 teammates'))
      .registry('idle')
      .after(1)
      .is(...idle);
    assert.deepEqual(states(story), ['idle', 'idle']);
  });

  it('is idle at once after a turn that started when all of them were idle', () => {
    begun()
      .after(1_000)
      .hook('SubagentStop', worker)
      .hook('SubagentStop', asker)
      .after(500)
      .hook('Stop', { background_tasks: listed })
      .registry('idle')
      .is(...idle);
  });

  it('waits again for one that a message woke', () => {
    begun()
      .hook('SubagentStop', worker)
      .hook('SubagentStop', asker)
      .after(1_000)
      .hook('Stop', { background_tasks: listed })
      .registry('idle')
      .after(100)
      .hook('SubagentStart', worker)
      .registry('busy')
      .is(...waiting('Waiting for teammate worker'));
  });

  it('waits for its other tasks as well', () => {
    const shell = { id: 'b1', type: 'shell', status: 'running' };
    begun()
      .hook('SubagentStop', worker)
      .hook('Stop', { background_tasks: [shell, ...listed] })
      .is(...waiting('Waiting for 2 background tasks'));
  });

  it('counts as cut off at its end only if one of them was working', () => {
    begun()
      .after(1_000)
      .hook('SessionEnd', { reason: 'prompt_input_exit' })
      .is('delivered', 'cancelled', 'Session closed while working', 'hook');
    const rested = begun().hook('SubagentStop', worker).hook('SubagentStop', asker);
    rested
      .after(2_000)
      .hook('SessionEnd', { reason: 'prompt_input_exit' })
      .is('delivered', 'session_ended', 'Session closed', 'hook');
    assert.deepEqual(states(rested.gone('exited')), ['completed', 'completed']);
  });
});
