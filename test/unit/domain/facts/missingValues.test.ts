import assert from 'node:assert/strict';
import type { HookPayload } from '../../../../src/extension/agents/claude/hooks/hookPayload';
import type { TranscriptEntry } from '../../../../src/extension/hub/domain/facts/transcriptEntry';
import { aHookEvent } from '../../../support/hub/hooks';
import { aRequest, aTool, pid, start, Story } from '../../../support/hub/story';

const bare = { transcript_path: undefined, cwd: undefined } as const;
const agent = { agent_id: 'a1', agent_type: 'Explore' } as const;

describe('A value that a later event does not contain', () => {
  it('stays as hooks reported it', () => {
    const complete: Partial<HookPayload> = {
      model: 'claude-opus-4-6',
      permission_mode: 'plan',
      session_title: 'The cart',
      cwd: '/home/dev/shop',
    };
    const story = new Story().apply({
      ...aHookEvent(start, 'SessionStart', complete, pid),
      entrypoint: 'cli',
    });
    const before = story.facts.hook;
    story
      .after(10)
      .apply(aHookEvent(story.now, 'UserPromptSubmit', { ...bare, prompt: undefined }));
    const { hook } = story.facts;
    assert.deepEqual(
      [hook?.pid, hook?.entrypoint, hook?.cwd],
      [before?.pid, before?.entrypoint, before?.cwd],
    );
    const { title, model, permissionMode, entrypoint, projectPath } = story.card;
    assert.deepEqual(
      [title, model, permissionMode, entrypoint, projectPath],
      ['The cart', 'claude-opus-4-6', 'plan', 'cli', '/home/dev/shop'],
    );
    assert.deepEqual([hook?.pid, story.state.state], [pid, 'thinking']);
  });

  it('stays if a switch of the model is only announced, since it may be denied', () => {
    const story = new Story()
      .hook('SessionStart', { model: 'claude-opus-4-6' })
      .hook('Stop')
      .hook('PreModelSwitch', { to_model: 'claude-sonnet-4-6' });
    assert.deepEqual([story.card.model, story.state.state], ['claude-opus-4-6', 'idle']);
    story.hook('PostModelSwitch', { to_model: 'claude-sonnet-4-6' });
    assert.deepEqual([story.card.model, story.state.state], ['claude-sonnet-4-6', 'idle']);
  });

  it('is replaced by an event that contains it', () => {
    const story = new Story()
      .hook('SessionStart', { model: 'claude-opus-4-6', permission_mode: 'plan' })
      .hook('PostModelSwitch', { to_model: 'claude-sonnet-4-6', model: 'claude-opus-4-6' })
      .hook('UserPromptSubmit', { prompt: 'Go', permission_mode: 'auto', session_title: 'Till' });
    const { model, permissionMode, title } = story.card;
    assert.deepEqual([model, permissionMode, title], ['claude-sonnet-4-6', 'auto', 'Go']);
    story.hook('SessionStart', { source: 'startup' }, 4712);
    assert.equal(story.facts.hook?.pid, 4712);
  });

  it('of a subagent is not the session’s: neither model nor folder', () => {
    const story = new Story().hook('SessionStart', { model: 'claude-opus-4-6' });
    story.hook('SubagentStart', { ...agent, model: 'claude-haiku-4-5', cwd: '/tmp/worktree' });
    assert.deepEqual(
      [story.card.model, story.card.projectPath],
      ['claude-opus-4-6', '/home/dev/shop'],
    );
    assert.equal(new Story().hook('SubagentStart', { ...agent, model: 'x' }).card.model, undefined);
  });

  it('stays as the transcript reported it', () => {
    const common = { cwd: '/home/dev/shop', gitBranch: 'main', version: '2.1.329' } as const;
    const first: TranscriptEntry = {
      kind: 'prompt',
      text: 'Go',
      human: true,
      permissionMode: 'plan',
      entrypoint: 'cli',
      ...common,
    };
    const answer: TranscriptEntry = {
      kind: 'assistant',
      toolUses: [],
      text: 'Done.',
      stopReason: 'end_turn',
      model: 'claude-opus-4-6',
      contextTokens: 50_000,
    };
    const story = new Story().line(first).after(10).line(answer).after(10);
    story.line({ kind: 'assistant', toolUses: [], stopReason: 'end_turn' });
    story.line({ kind: 'prompt', text: '<task-notification>', human: false });
    story.line({ kind: 'compacted' });
    const { card } = story;
    assert.deepEqual(
      [card.projectPath, card.gitBranch, card.permissionMode, card.entrypoint, card.model],
      ['/home/dev/shop', 'main', 'plan', 'cli', 'claude-opus-4-6'],
    );
    assert.equal(card.contextWindow.usedTokens, 50_000);
    assert.equal(story.facts.transcript?.version, '2.1.329');
    assert.deepEqual([card.title, card.lastPrompt], ['Go', 'Go']);
  });

  it('stays for a process’s start, which not every event has', () => {
    const story = new Story().registry('idle').after(10).registry('busy', { procStart: undefined });
    assert.deepEqual(
      story.facts.processes.map(({ procStart, seenAt }) => [procStart, seenAt]),
      [['1000', start]],
    );
  });

  it('stays as the meta file of a subagent reported it', () => {
    const story = new Story().registry('busy').hook('UserPromptSubmit', { prompt: 'Go' });
    const expected = {
      agentType: 'Explore',
      description: 'Find the routes',
      parentAgentId: 'a0',
      toolUseId: 'toolu_1',
    };
    const at = (ms: number): Story => {
      story.now = start + ms;
      return story;
    };
    at(500).subagentIs(expected);
    at(2_000).subagentWrote();
    at(1_000).subagentWrote();
    const [card] = story.card.subagents;
    assert.deepEqual(
      [card?.agentType, card?.description, card?.parentAgentId, card?.state],
      ['Explore', 'Find the routes', 'a0', 'running'],
    );
    const file = story.facts.subagentFiles.get('a1');
    assert.deepEqual(
      [file?.toolUseId, file?.finished, file?.firstAt, file?.lastAt],
      ['toolu_1', false, start + 500, start + 2_000],
    );
    at(3_000).subagentIs({ finished: true });
    at(3_500).subagentWrote();
    assert.equal(story.card.subagents[0]?.state, 'completed');
  });

  it('stays as the hooks of a subagent reported it', () => {
    const story = new Story()
      .hook('UserPromptSubmit', { prompt: 'Go' })
      .hook('SubagentStart', agent)
      .after(1_000)
      .hook('PreToolUse', { ...aTool('Read'), agent_id: 'a1' })
      .hook('PostToolUse', { ...aTool('Read'), agent_id: 'a1', agent_type: '' });
    const [card] = story.card.subagents;
    assert.deepEqual(
      [card?.agentType, card?.startedAt],
      ['Explore', new Date(start).toISOString()],
    );
  });

  it('stays as the announcement of a request reported it', () => {
    const question = { questions: [{ question: 'Which?' }] };
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Go' });
    story.hook('PreToolUse', aTool('AskUserQuestion', question, { prompt_id: 'p1' })).after(50);
    const { prompt_id: _, ...request } = aRequest('AskUserQuestion', question, { prompt_id: 'p1' });
    story.apply(aHookEvent(story.now, 'PermissionRequest', { ...bare, ...request }, pid));
    const [pending] = story.facts.hook?.pending ?? [];
    assert.deepEqual(
      [pending?.toolUseId, pending?.promptId, pending?.cwd, pending?.at, pending?.confirmed],
      ['toolu_AskUserQuestion', 'p1', '/home/dev/shop', start, true],
    );
    // PreToolUse may arrive after the request that it precedes.
    const late = new Story().apply({
      ...aHookEvent(
        start,
        'PermissionRequest',
        aRequest('AskUserQuestion', question, { permission_suggestions: [{ type: 'x' }] }),
      ),
      callId: 'call-1',
    });
    late.after(5).hook('PreToolUse', aTool('AskUserQuestion', question));
    const [kept] = late.facts.hook?.pending ?? [];
    assert.deepEqual(
      [kept?.callId, kept?.confirmed, kept?.suggestions.length, kept?.toolUseId],
      ['call-1', true, 1, 'toolu_AskUserQuestion'],
    );
  });
});

describe('A missing time', () => {
  const at = (story: Story): readonly string[] => {
    const { startedAt, lastActivityAt, stateSince } = story.card;
    return [startedAt, lastActivityAt, stateSince];
  };

  it('is not shown as 1970 if any other time is known', () => {
    const story = new Story().lineWithoutTime({ kind: 'title', source: 'ai', title: 'Cart' });
    story.prompted();
    const then = new Date(start).toISOString();
    assert.deepEqual(at(story), [then, then, then]);
    assert.deepEqual(
      [story.facts.transcript?.firstAt, story.facts.transcript?.lastAt],
      [start, start],
    );
  });

  it('does not replace an earlier one', () => {
    const story = new Story().prompted().after(5_000).answered('Done.');
    story.lineWithoutTime({ kind: 'title', source: 'ai', title: 'Cart' });
    assert.equal(story.facts.transcript?.lastAt, start + 5_000);
  });
});
