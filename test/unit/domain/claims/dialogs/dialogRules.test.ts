import assert from 'node:assert/strict';
import type { HookPayload } from '../../../../../src/extension/agents/claude/hooks/hookPayload';
import { aHookEvent, sessionId } from '../../../../support/hub/hooks';
import { aRequest, aTool, Story, type Expected } from '../../../../support/hub/story';

const bash = { command: 'npm test' };
const agent = { agent_id: 'a1', agent_type: 'Explore' } as const;
const working = (): Story => new Story().hook('UserPromptSubmit', { prompt: 'Go' }).after(100);
const asking = (): Story => working().hook('PermissionRequest', aRequest('Bash', bash));
const thinking: Expected = ['autonomous', 'thinking', 'Generating response...', 'hook'];
const idle: Expected = ['needs_you', 'idle', 'Waiting for your next prompt', 'hook'];
const ofAgent: Expected = [
  'needs_you',
  'needs_permission',
  'Needs permission: Bash (Explore subagent)',
  'hook',
];

describe('A notification', () => {
  it('of a permission shows a dialog that no request reported while the agent works', () => {
    for (const type of ['permission_prompt', 'agent_needs_input']) {
      working()
        .hook('Notification', { notification_type: type })
        .is('needs_you', 'needs_permission', 'Needs permission', 'hook');
      working()
        .hook('Stop')
        .hook('Notification', { notification_type: type })
        .is(...idle);
    }
  });

  it('of a permission shows a dialog if it is the first event of a session', () => {
    new Story()
      .hook('Notification', { notification_type: 'permission_prompt' })
      .is('needs_you', 'needs_permission', 'Needs permission', 'hook');
  });

  it('of a form asks for input until it is answered, even while idle', () => {
    const story = working().hook('Stop').hook('Notification', {
      notification_type: 'elicitation_dialog',
      message: 'Your name?',
    });
    story.is('needs_you', 'awaiting_input', 'A tool asks for input', 'hook');
    assert.deepEqual(story.card.pendingRequest?.toolInput, { message: 'Your name?' });
    assert.equal(story.state.confidence, 1);
    story.hook('Notification', { notification_type: 'elicitation_response' }).is(...idle);
  });

  it('adds no second dialog to one that is open', () => {
    const story = asking().hook('Elicitation', { message: 'Your name?' });
    assert.equal(story.facts.hook?.pending.length, 1);
  });

  it('is replaced by a more specific request, and removed by the end of any call', () => {
    const withNotification = (): Story =>
      working()
        .hook('PreToolUse', aTool('Bash', bash))
        .hook('Notification', { notification_type: 'permission_prompt' });
    const story = withNotification().hook(
      'PermissionRequest',
      aRequest('Edit', { file_path: 'a.ts' }),
    );
    assert.deepEqual(
      story.facts.hook?.pending.map(({ toolName }) => toolName),
      ['Edit'],
    );
    assert.deepEqual(withNotification().hook('PostToolUse', aTool('Read')).facts.hook?.pending, []);
  });

  it('of idleness ends a turn whose end was missed, but replaces no more specific idle state', () => {
    const reminded = (story: Story): Story =>
      story.after(60_000).hook('Notification', { notification_type: 'idle_prompt' });
    reminded(working().hook('StopFailure', { error: 'rate_limit' })).is(
      'needs_you',
      'error',
      'Rate limit reached',
      'hook',
    );
    reminded(new Story()).is(...idle);
    reminded(asking()).is(...idle);
  });
});

describe('A dialog', () => {
  it('of a subagent stays after an interruption or a prompt of the main agent', () => {
    const story = working().hook('PermissionRequest', { ...aRequest('Bash', bash), ...agent });
    story
      .after(1_000)
      .line({ kind: 'interrupted' })
      .is(...ofAgent);
    story.hook('UserPromptSubmit', { prompt: 'Meanwhile' }).is(...ofAgent);
    story.hook('PostToolBatch', { tool_calls: [aTool('Bash', bash)] }).is(...ofAgent);
    story.hook('PostToolBatch').is(...ofAgent);
  });

  it('is not ended by an earlier interruption', () => {
    const story = working().line({ kind: 'interrupted' }).after(1_000);
    story.hook('PermissionRequest', aRequest('Bash', bash));
    assert.equal(story.state.state, 'needs_permission');
  });

  it('is closed once its answer was written if the client has no status', () => {
    const held = (): Story => {
      const story = working();
      const { facts } = story.hook('PermissionRequest', aRequest('Bash', bash));
      const [pending] = facts.hook?.pending ?? [];
      assert.ok(pending);
      return story;
    };
    const event = held().facts;
    assert.equal(event.hook?.pending[0]?.callId, undefined);
    const story = working();
    story.apply({
      type: 'hook',
      sessionId,
      at: story.now,
      callId: 'call-1',
      report: aHookEvent(story.now, 'PermissionRequest', aRequest('Bash', bash)).report,
    });
    const answered = (callId: string): Story =>
      story.apply({ type: 'answered', sessionId, callId, at: story.now });
    assert.equal(answered('another').state.state, 'needs_permission');
    assert.equal(answered('call-1').state.state, 'thinking');
    // The registry takes precedence: a dialog that still waits did not accept the answer.
    story.after(10).registry('waiting', { waitingFor: 'permission prompt' });
    assert.equal(story.state.state, 'needs_permission');
  });

  it('that was answered is closed if the registry is free at that moment', () => {
    const story = asking().registry('busy');
    assert.equal(story.state.state, 'needs_permission', 'written in the same moment');
    story
      .after(1)
      .registry('busy')
      .is(...thinking);
  });

  it('of the same call in two hooks counts once', () => {
    const question = { questions: [{ question: 'Which?' }] };
    const story = working().hook('PreToolUse', aTool('AskUserQuestion', question));
    // The client may add what the terminal shows to the input.
    story.hook('PermissionRequest', aRequest('AskUserQuestion', { ...question, shown: true }));
    assert.equal(story.facts.hook?.pending.length, 1);
    const two = asking().hook('PermissionRequest', aRequest('Bash', { command: 'rm x' }));
    assert.equal(two.facts.hook?.pending.length, 2);
    const edit = asking().hook('PermissionRequest', aRequest('Edit', bash));
    assert.equal(edit.facts.hook?.pending.length, 2);
  });

  it('of two calls with the same input is distinguished by its id', () => {
    const story = working();
    for (const id of ['one', 'two']) {
      story.hook('PreToolUse', aTool('ExitPlanMode', {}, { tool_use_id: id }));
    }
    assert.equal(story.facts.hook?.pending.length, 2);
    story.hook('PostToolUse', aTool('ExitPlanMode', {}, { tool_use_id: 'one' }));
    assert.deepEqual(
      story.facts.hook?.pending.map(({ toolUseId }) => toolUseId),
      ['two'],
    );
  });

  it('is that of the open call with the same input', () => {
    const story = working()
      .hook('PreToolUse', aTool('Bash', { command: 'ls' }, { tool_use_id: 'other' }))
      .hook('PreToolUse', aTool('Read', bash, { tool_use_id: 'not this' }))
      .hook('PreToolUse', aTool('Bash', bash, { tool_use_id: 'this' }))
      .hook('PermissionRequest', aRequest('Bash', { ...bash }));
    assert.equal(story.facts.hook?.pending[0]?.toolUseId, 'this');
  });

  it('of an unnamed subagent is labelled as such', () => {
    working()
      .hook('PermissionRequest', { ...aRequest('Bash', bash), agent_id: 'a1' })
      .is('needs_you', 'needs_permission', 'Needs permission: Bash (unnamed subagent)', 'hook');
  });

  it('that a batch without ids ends is that of its call', () => {
    const call = { tool_name: 'Bash', tool_input: bash };
    const batch = (...tool_calls: unknown[]): number | undefined =>
      asking().hook('PostToolBatch', { tool_calls }).facts.hook?.pending.length;
    assert.deepEqual(
      [batch(call), batch({ ...call, tool_input: {} }), batch({ ...call, tool_name: 'Edit' })],
      [0, 1, 1],
    );
    assert.equal(batch('no call', null), 1);
  });
});

describe('The call of a dialog in the registry', () => {
  const needs = (label: string): Expected => ['needs_you', 'needs_permission', label, 'registry'];
  const agentCalls = (story: Story, name: string, finished = false): Story =>
    story.subagentIs({ agentType: 'Explore', finished }).subagentWrote('a1', {
      kind: 'assistant',
      toolUses: [{ id: `agent-${name}`, name, input: {} }],
    });
  const waits = (story: Story): Story =>
    story.after(50).registry('waiting', { waitingFor: 'permission prompt' });
  const begun = (): Story => new Story().prompted().registry('busy').after(100);

  it('is the newest call, the subagent’s or its own', () => {
    waits(agentCalls(begun().called('Bash').after(10), 'Edit')).is(
      ...needs('Needs permission: Edit (Explore subagent)'),
    );
    waits(agentCalls(begun(), 'Edit').after(10).called('Bash')).is(
      ...needs('Needs permission: Bash'),
    );
  });

  it('is not the call that started the subagent, or that of a finished one', () => {
    waits(agentCalls(begun().called('Agent').after(10), 'Agent')).is(...needs('Needs permission'));
    waits(agentCalls(begun().called('Agent').after(10), 'Edit', true)).is(
      ...needs('Needs permission'),
    );
  });

  it('is not a call from before the last idle state', () => {
    const story = begun().called('Bash').after(10).registry('idle').after(1_000).registry('busy');
    waits(story.after(10)).is(...needs('Needs permission'));
  });

  it('is not a call that a hook ended although the transcript shows it as open', () => {
    for (const [event, fields] of [
      ['PostToolUse', aTool('Bash', {})],
      ['PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_Bash' }, {}] }],
    ] satisfies [string, Partial<HookPayload>][]) {
      const story = begun().hook('PreToolUse', aTool('Bash', {})).hook(event, fields).after(5);
      waits(story.called('Bash')).is(...needs('Needs permission'));
    }
  });
});
