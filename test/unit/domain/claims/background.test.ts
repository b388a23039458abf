import { aTool, Story, type Expected } from '../../../support/hub/story';

const minute = 60_000;
const agent = { agent_id: 'a1', agent_type: 'Explore' } as const;
const other = { agent_id: 'a2', agent_type: 'Plan' } as const;
const idle: Expected = ['needs_you', 'idle', 'Waiting for your next prompt', 'hook'];
const waiting: Expected = [
  'autonomous',
  'waiting_for_agent',
  'Waiting for Explore subagent',
  'hook',
];
const thinking: Expected = ['autonomous', 'thinking', 'Generating response...', 'hook'];

const launched = (): Story =>
  new Story()
    .hook('UserPromptSubmit', { prompt: 'Go' })
    .after(100)
    .hook('PreToolUse', aTool('Agent', { subagent_type: 'Explore' }))
    .hook('SubagentStart', agent)
    .hook('PostToolUse', aTool('Agent', { subagent_type: 'Explore' }))
    .after(1_000);

/** Client 2.1.85 does not list running background work at the end of a turn. */
describe('A turn that ends without a list of running tasks', () => {
  it('waits for the subagent without a known end', () => {
    launched()
      .hook('Stop')
      .after(5 * minute)
      .is(...waiting);
  });

  it('is idle if the list says that nothing runs', () => {
    launched()
      .hook('Stop', { background_tasks: [] })
      .is(...idle);
  });

  it('is idle if its subagent has ended', () => {
    launched()
      .hook('SubagentStop', agent)
      .hook('Stop')
      .is(...idle);
  });

  it('counts those that run', () => {
    launched()
      .hook('SubagentStart', other)
      .hook('Stop')
      .is('autonomous', 'waiting_for_agent', 'Waiting for 2 background tasks', 'hook');
  });

  it('does not wait for one that an interruption of an earlier turn ended', () => {
    const story = launched().after(minute).hook('UserPromptSubmit', { prompt: 'Never mind' });
    story
      .after(1_000)
      .hook('Stop')
      .is(...idle);
  });

  it('waits for one of an earlier turn that still works', () => {
    const story = launched().hook('Stop').after(minute);
    story.hook('UserPromptSubmit', { prompt: 'Meanwhile' }).after(1_000);
    story.hook('PreToolUse', { ...agent, ...aTool('Read') }).after(1_000);
    story.hook('Stop').is(...waiting);
  });

  it('continues at the end of its subagent', () => {
    const story = launched().hook('Stop').after(minute).hook('SubagentStop', agent).after(900);
    story.is(...waiting);
    story.hook('UserPromptSubmit', { prompt: '<task-notification>' }).is(...thinking);
  });
});

describe('Background work that ends without waking the agent', () => {
  it('makes the session idle', () => {
    const story = launched().hook('Stop').after(minute).hook('SubagentStop', agent).after(999);
    story.is(...waiting);
    story.after(1).is(...idle);
  });

  it('makes the session idle when the last of several has ended', () => {
    const story = launched().hook('SubagentStart', other).hook('Stop').after(minute);
    story.hook('SubagentStop', agent).after(minute);
    story.is('autonomous', 'waiting_for_agent', 'Waiting for 2 background tasks', 'hook');
    story
      .hook('SubagentStop', other)
      .after(1_000)
      .is(...idle);
  });

  it('is rechecked when its time has passed', () => {
    const story = launched().hook('Stop').after(minute).hook('SubagentStop', agent);
    const { recheckAt } = story.resolution;
    story.now = recheckAt ?? story.now;
    story.is(...idle);
  });

  it('does not make the session idle if the registry says that the client works', () => {
    const story = launched().registry('busy').hook('Stop').after(minute);
    story.hook('SubagentStop', agent).after(1_000);
    story.is('autonomous', 'thinking', 'Generating response...', 'registry');
    story
      .registry('idle')
      .after(60)
      .is(...idle);
  });

  it('that is a shell with a subagent is awaited', () => {
    const tasks = [
      { id: 'a1', type: 'subagent', status: 'running' },
      { id: 'b1', type: 'shell', status: 'running' },
    ];
    launched()
      .hook('Stop', { background_tasks: tasks })
      .after(minute)
      .hook('SubagentStop', agent)
      .after(20 * minute)
      .is('autonomous', 'waiting_for_agent', 'Waiting for 2 background tasks', 'hook');
  });
});

describe('A shell that keeps running after the turn', () => {
  const served = (): Story =>
    new Story()
      .hook('UserPromptSubmit', { prompt: 'Serve' })
      .hook('Stop', { background_tasks: [{ id: 'b1', type: 'shell', status: 'running' }] });

  it('is awaited, since it may be a build', () => {
    served()
      .after(10 * minute - 1)
      .is('autonomous', 'waiting_for_agent', 'Waiting for a background shell', 'hook');
  });

  it('counts as a server after ten minutes, and the session is idle', () => {
    const story = served();
    // The time at which a woken agent would have shown itself.
    story.now = story.resolution.recheckAt ?? 0;
    story.now = story.resolution.recheckAt ?? 0;
    story.is(...idle);
  });
});
