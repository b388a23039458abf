import assert from 'node:assert/strict';
import { sessionId } from '../../../support/hub/hooks';
import { aRequest, aTool, start, Story } from '../../../support/hub/story';

const agent = { agent_id: 'a1', agent_type: 'Explore' } as const;
const bash = { command: 'ls' };
const iso = (at: number): string => new Date(at).toISOString();
const begun = (): Story =>
  new Story()
    .registry('busy')
    .hook('UserPromptSubmit', { prompt: 'Go' })
    .after(100)
    .hook('SubagentStart', agent);
const states = (story: Story): string[] => story.card.subagents.map((one) => one.state);

describe('A dialog of a subagent', () => {
  for (const event of ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied', 'PostToolBatch']) {
    it(`is closed by ${event}`, () => {
      const story = begun().hook('PermissionRequest', { ...aRequest('Bash', bash), ...agent });
      assert.deepEqual(states(story), ['needs_permission']);
      story.after(1_000).hook(event, { ...aTool('Bash', bash), ...agent });
      assert.deepEqual([states(story), story.facts.hook?.pending], [['running'], []]);
    });
  }

  it('leaves the same tool of the main agent open', () => {
    const story = begun().hook('PreToolUse', aTool('Bash', bash));
    story.hook('PostToolUse', { ...aTool('Bash', bash), ...agent });
    assert.equal(story.facts.hook?.openTools.length, 1);
  });
});

describe('A subagent that has ended', () => {
  it('stays ended and failed despite late events', () => {
    const story = begun()
      .after(1_000)
      .hook('StopFailure', { ...agent, error: 'rate_limit' });
    const endedAt = iso(story.now);
    story.after(50).hook('PostToolUse', { ...aTool('Bash', bash), ...agent });
    assert.deepEqual(
      story.card.subagents.map((one) => [one.state, one.endedAt, one.startedAt]),
      [['failed', endedAt, iso(start + 100)]],
    );
    story.after(1_000).hook('SubagentStart', agent);
    assert.deepEqual(states(story), ['spawned']);
  });

  it('is not created by an error with an unknown agent id', () => {
    const story = begun().hook('StopFailure', { agent_id: 'a9', agent_type: 'Plan', error: 'x' });
    assert.equal(story.card.subagents.length, 1);
  });

  it('ends when its stop names no type, if it is known', () => {
    const story = begun().hook('SubagentStop', { agent_id: 'a1', agent_type: '' });
    assert.deepEqual(
      story.card.subagents.map(({ state, agentType }) => [state, agentType]),
      [['completed', 'Explore']],
    );
  });

  it('is failed if the agent was notified of that', () => {
    const story = new Story().registry('busy').prompted().subagentWrote();
    const text = '<task-notification><task-id>a1</task-id><status>failed</status>';
    story.line({ kind: 'prompt', text, human: false });
    story.after(100).subagentIs({ finished: true });
    assert.deepEqual(states(story), ['failed']);
  });
});

describe('A subagent that only its file reports', () => {
  const alone = (): Story => new Story().registry('busy').prompted();

  it('is spawned, then running, then completed, or ends with its session', () => {
    const story = alone().subagentWrote();
    assert.deepEqual(states(story), ['spawned']);
    story.after(500).subagentWrote();
    assert.deepEqual(states(story), ['running']);
    story.after(500).subagentIs({ finished: true });
    assert.deepEqual(
      story.card.subagents.map(({ state, startedAt, endedAt }) => [state, startedAt, endedAt]),
      [['completed', iso(start), iso(start + 1_000)]],
    );
    const cut = alone().subagentWrote().after(500).subagentWrote().after(500).gone('killed');
    assert.deepEqual(states(cut), ['completed']);
  });

  it('is running from its first call on', () => {
    const toolUses = [{ id: 't1', name: 'Read', input: {} }];
    const story = alone().subagentWrote('a1', { kind: 'assistant', toolUses });
    assert.deepEqual(states(story), ['running']);
  });

  it('has a default type if its file has none, and its tokens once they are counted', () => {
    const story = alone().subagentWrote();
    assert.deepEqual(
      story.card.subagents.map(({ agentType, tokens }) => [agentType, tokens]),
      [['subagent', undefined]],
    );
    const total = { input: 1, output: 2, cacheRead: 0, cacheCreation: 0, usd: 0, estimated: false };
    story.apply({ type: 'usage', sessionId, agentId: 'a1', at: story.now, total });
    assert.equal(story.card.subagents[0]?.tokens?.total, 3);
  });

  it('keeps the session in Running after the turn, as long as it is not finished', () => {
    const story = alone().subagentWrote().after(100).answered('Launched.').after(100);
    story.is('autonomous', 'waiting_for_agent', 'Waiting for a subagent', 'registry');
    const { since } = story.resolution;
    assert.equal(since, start + 100);
    story.after(100).subagentIs({ finished: true });
    story.is('autonomous', 'thinking', 'Generating response...', 'registry');
  });
});

describe('Subagents', () => {
  it('are sorted by start, and by id for equal starts', () => {
    const story = new Story().registry('busy').hook('UserPromptSubmit', { prompt: 'Go' });
    for (const id of ['b', 'a']) story.hook('SubagentStart', { agent_id: id, agent_type: 'Plan' });
    story.after(10).hook('SubagentStart', { agent_id: '0', agent_type: 'Plan' });
    story.now = start - 50;
    story.subagentWrote('c');
    assert.deepEqual(
      story.card.subagents.map(({ agentId }) => agentId),
      ['c', 'a', 'b', '0'],
    );
  });
});
