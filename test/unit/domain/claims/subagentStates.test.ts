import assert from 'node:assert/strict';
import type { HookPayload } from '../../../../src/extension/agents/claude/hooks/hookPayload';
import { aRequest, aTool, Story } from '../../../support/hub/story';

const agent = { agent_id: 'a1', agent_type: 'Explore' } as const;
const bash = { command: 'ls' };

const working = (): Story =>
  new Story().registry('busy').hook('UserPromptSubmit', { prompt: 'Go' }).after(100);
const delegating = (): Story =>
  working()
    .hook('PreToolUse', aTool('Agent', { subagent_type: 'Explore' }))
    .after(100)
    .hook('SubagentStart', agent);

const states = (story: Story): string[] => story.card.subagents.map((one) => one.state);

describe('An event of a subagent', () => {
  const events: readonly (readonly [string, Partial<HookPayload>])[] = [
    ['SubagentStart', {}],
    ['PreToolUse', aTool('Bash', bash)],
    ['PostToolUse', aTool('Bash', bash)],
    ['PostToolUseFailure', aTool('Bash', bash, { error: 'no', is_interrupt: true })],
    ['PermissionDenied', aTool('Bash', bash)],
    ['PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_Agent' }] }],
    ['TaskCreated', { task_id: '1' }],
    ['Stop', {}],
    ['StopFailure', { error: 'rate_limit' }],
    ['SubagentStop', {}],
    ['SessionEnd', { reason: 'other' }],
    ['UserPromptSubmit', { prompt: 'of the agent' }],
    ['Notification', { notification_type: 'idle_prompt' }],
    ['FromTheFuture', {}],
  ];
  for (const [event, fields] of events) {
    it(`never changes the state of the main agent: ${event}`, () => {
      const mains = [
        delegating(),
        working().hook('Stop'),
        working().hook('StopFailure', { error: 'overloaded' }),
        working().hook('PermissionRequest', aRequest('Bash', { command: 'rm' })),
        working().hook('SessionEnd', { reason: 'other' }),
      ];
      for (const story of mains) {
        const { state, since } = story.resolution;
        story.hook(event, { ...fields, ...agent });
        assert.deepEqual(story.resolution.state, state);
        assert.equal(story.resolution.since, since);
      }
    });
  }

  it('does not move the session to the folder the agent works in', () => {
    const story = working().hook('PreToolUse', {
      ...aTool('Bash'),
      ...agent,
      cwd: '/tmp/worktree',
    });
    assert.equal(story.card.projectPath, '/home/dev/shop');
  });

  it('that asks for permission shows on its parent with its name', () => {
    const story = delegating().hook('PreToolUse', { ...aTool('Bash', bash), ...agent });
    story.hook('PermissionRequest', { ...aRequest('Bash', bash), ...agent });
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash (Explore subagent)', 'hook');
    assert.deepEqual(states(story), ['needs_permission']);
    assert.equal(story.card.pendingRequest?.agentId, 'a1');
  });

  it('that was allowed lets the main agent show again', () => {
    const story = delegating().hook('PermissionRequest', { ...aRequest('Bash', bash), ...agent });
    story.after(3_000).hook('PostToolUse', { ...aTool('Bash', bash), ...agent });
    story.is('autonomous', 'delegating', 'Running Explore subagent', 'hook');
    assert.deepEqual(states(story), ['running']);
  });

  it('does not answer a request of the main agent or of another one', () => {
    const story = delegating()
      .hook('PermissionRequest', aRequest('Bash', bash))
      .registry('waiting');
    story.hook('PermissionRequest', {
      ...aRequest('Bash', bash),
      agent_id: 'a2',
      agent_type: 'Plan',
    });
    story.after(1_000).hook('PostToolUse', { ...aTool('Bash', bash), ...agent });
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
    story
      .hook('SubagentStop', agent)
      .is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
    story.hook('PostToolUse', aTool('Bash', bash));
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash (Plan subagent)', 'hook');
  });

  it('that ends closes its requests', () => {
    const story = delegating().hook('PermissionRequest', { ...aRequest('Bash', bash), ...agent });
    story.after(3_000).hook('SubagentStop', agent);
    story.is('autonomous', 'delegating', 'Running Explore subagent', 'hook');
    assert.deepEqual(states(story), ['completed']);
  });
});

describe('The card of a subagent', () => {
  it('runs from its start to its stop', () => {
    const story = delegating();
    assert.deepEqual(states(story), ['spawned']);
    story.after(500).hook('PreToolUse', { ...agent, tool_name: 'Read', tool_input: {} });
    assert.deepEqual(states(story), ['running']);
    const [card] = story.after(1_000).hook('SubagentStop', agent).card.subagents;
    assert.deepEqual(
      [card?.agentId, card?.agentType, card?.state, card?.endedAt],
      ['a1', 'Explore', 'completed', new Date(story.now).toISOString()],
    );
  });

  it('fails with an API error', () => {
    assert.deepEqual(states(delegating().hook('StopFailure', { ...agent, error: 'rate_limit' })), [
      'failed',
    ]);
  });

  it('runs again when the agent starts again under its id', () => {
    const story = delegating()
      .hook('SubagentStop', agent)
      .after(1_000)
      .hook('SubagentStart', agent);
    assert.deepEqual(states(story), ['spawned']);
  });

  it('is not created for the helper that compaction starts', () => {
    const story = working().hook('SubagentStop', { agent_id: 'a9', agent_type: '' });
    assert.deepEqual(story.card.subagents, []);
  });

  it('stays running while only hooks report the session', () => {
    const story = new Story()
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .hook('SubagentStart', agent)
      .after(500)
      .hook('PreToolUse', { ...agent, tool_name: 'Read', tool_input: {} });
    assert.deepEqual(states(story), ['running']);
  });

  it('ends with its session', () => {
    const story = delegating().hook('SessionEnd', { reason: 'other' }).gone('exited');
    assert.deepEqual(states(story), ['completed']);
    assert.deepEqual(states(delegating().gone('killed')), ['completed']);
  });

  it('has name, task and parent from its file', () => {
    const story = delegating();
    story.subagentIs({ description: 'Find the routes', parentAgentId: 'a0' });
    const [card] = story.card.subagents;
    assert.deepEqual(
      [card?.description, card?.parentAgentId, card?.transcriptPath],
      ['Find the routes', 'a0', `/projects/p/${story.facts.sessionId}/subagents/agent-a1.jsonl`],
    );
  });

  it('is shown for all that run and the last eight that ended', () => {
    const story = working();
    for (let index = 10; index < 30; index += 1) {
      const one = { agent_id: `a${index}`, agent_type: 'Explore' };
      story.after(10).hook('SubagentStart', one);
      if (index !== 11) story.hook('SubagentStop', one);
    }
    assert.deepEqual(
      story.card.subagents.map((one) => one.agentId),
      ['a11', 'a22', 'a23', 'a24', 'a25', 'a26', 'a27', 'a28', 'a29'],
    );
  });
});

describe('A subagent whose file is in the folder of its session', () => {
  const wrote = (story: Story): Story =>
    story.subagentWrote(
      'a1',
      undefined,
      '/home/dev/.claude/projects/-home-dev-shop/agent-a1.jsonl',
    );

  it('has ended when the session is resumed, since no file records its end', () => {
    const story = wrote(new Story()).after(60_000).registry('busy').after(100);
    assert.deepEqual(states(story), ['completed']);
    assert.equal(story.state.state, 'thinking');
  });

  it('is running while hooks report it', () => {
    assert.deepEqual(states(wrote(delegating())), ['spawned']);
  });
});
