import assert from 'node:assert/strict';
import type { HookPayload } from '../../../../src/extension/agents/claude/hooks/hookPayload';
import { aRequest, aTool, Story } from '../../../support/hub/story';

const minute = 60_000;
const removal = { command: 'rm -rf /boot' };
const version = '2.1.332';

/** A story whose registry names the client's version. */
function begun(of: string | undefined = version): Story {
  const story = new Story().registry('idle', { version: of }).hook('SessionStart').after(1_000);
  return story.hook('UserPromptSubmit').registry('busy', { version: of }).after(1_000);
}

const due = (story: Story): string | undefined => story.card.pendingRequest?.deadline?.dueAt;
const at = (time: number): string => new Date(time).toISOString();

describe('A removal that its client blocks on its own', () => {
  const mode = { permission_mode: 'auto', permission_suggestions: [] };
  const asked = (fields: Partial<HookPayload> = {}, input = removal, of?: string): Story =>
    begun(of)
      .hook('PreToolUse', aTool('Bash', input, { permission_mode: 'auto' }))
      .after(100)
      .hook('PermissionRequest', aRequest('Bash', input, { ...mode, ...fields }));

  it('is blocked two minutes after its dialog opened', () => {
    for (const permission_mode of ['auto', 'bypassPermissions']) {
      const story = asked({ permission_mode });
      assert.equal(due(story), at(story.now + 2 * minute));
      assert.equal(story.card.pendingRequest?.deadline?.outcome, 'blocked');
      const shown = story.after(80).registry('waiting', { version });
      assert.equal(due(shown.after(minute)), at(shown.now + minute));
    }
  });

  it('has no deadline in another mode, with suggestions or for another command', () => {
    const others: readonly Story[] = [
      asked({ permission_mode: 'default' }),
      asked({ permission_mode: undefined }),
      asked({ permission_suggestions: [{ type: 'addRules' }] }),
      asked({ permission_suggestions: undefined }),
      asked({}, { command: 'rm -rf build' }),
    ];
    for (const story of others) {
      assert.equal(due(story), undefined);
      assert.equal(story.card.pendingRequest?.toolName, 'Bash');
    }
  });

  it('has no deadline if its client is older or unknown', () => {
    assert.equal(due(asked({}, removal, '2.1.329')), undefined);
    const unknown = new Story().registry('busy').hook('UserPromptSubmit').after(100);
    assert.equal(
      due(unknown.hook('PermissionRequest', aRequest('Bash', removal, mode))),
      undefined,
    );
  });

  const batch = { tool_calls: [{ ...aTool('Bash', removal), tool_response: 'No' }] };
  const expiredLabel = (story: Story): string | undefined => story.card.expired?.label.text;

  it('is shown as blocked after its deadline until the next prompt', () => {
    const story = asked()
      .after(100)
      .registry('waiting', { version })
      .after(2 * minute);
    story.registry('busy', { version }).hook('PostToolBatch', batch).after(100).hook('Stop');
    assert.equal(story.card.pendingRequest, undefined);
    assert.equal(expiredLabel(story), 'Blocked: nobody answered within 2 minutes');
    assert.equal(
      expiredLabel(story.registry('idle', { version }).after(60 * minute)),
      expiredLabel(story),
    );
    assert.notEqual(expiredLabel(story), undefined);
    assert.equal(expiredLabel(story.hook('UserPromptSubmit', { prompt: 'Go on' })), undefined);
  });

  it('starts the work at its deadline, so that the time before counts as waiting', () => {
    const story = asked().registry('waiting', { version });
    story.after(2 * minute).hook('PostToolBatch', batch);
    assert.equal(story.card.agentState.state, 'thinking');
    assert.equal(story.card.stateSince, at(story.now));
  });

  it('is not shown as blocked if somebody refused it in time', () => {
    const story = asked().after(minute).hook('PostToolBatch', batch);
    assert.equal(expiredLabel(story), undefined);
  });

  it('is not shown as blocked by the time that it was queued behind another dialog', () => {
    const story = begun();
    const first = aRequest('Write', { file_path: '/a' }, { agent_id: 'a1', agent_type: 'worker' });
    story.hook('PermissionRequest', first).after(100);
    story.hook('PermissionRequest', aRequest('Bash', removal, mode)).after(110_000);
    story.hook('PostToolUse', first).after(20_000).hook('PostToolBatch', batch);
    assert.equal(expiredLabel(story), undefined);
  });

  it('is shown as blocked by the transcript as well', () => {
    const story = begun()
      .prompted()
      .called('Bash', removal)
      .after(2 * minute);
    const expired = { kind: 'removal', afterMs: 2 * minute } as const;
    const results = [{ toolUseId: 'toolu_Bash', isError: true, rejected: false, expired }];
    story.line({ kind: 'toolResults', results });
    assert.equal(expiredLabel(story), 'Blocked: nobody answered within 2 minutes');
    assert.equal(expiredLabel(story.after(1_000).prompted('Go on')), undefined);
  });

  it('is not shown as expired if its client may not ask and denied it at once', () => {
    const story = begun().prompted().called('Bash', removal).after(100);
    const expired = { kind: 'removal', afterMs: 2 * minute } as const;
    const results = [{ toolUseId: 'toolu_Bash', isError: true, rejected: false, expired }];
    assert.equal(expiredLabel(story.line({ kind: 'toolResults', results })), undefined);
  });
});

describe('A question that its client skips after a timeout', () => {
  const questions = { questions: [{ question: 'Which?' }] };
  const asked = (ms = minute): Story => {
    const story = begun();
    const { sessionId } = story.facts;
    const settings = { denies: false, questionMs: ms === 0 ? undefined : ms };
    story.apply({ type: 'dialogSettings', sessionId, at: story.now, settings });
    story.hook('PreToolUse', aTool('AskUserQuestion', questions)).after(100);
    return story.hook('PermissionRequest', aRequest('AskUserQuestion', questions)).after(60);
  };

  it('is skipped this long after the client showed it', () => {
    const story = asked().registry('waiting', { waitingFor: 'input needed' });
    assert.deepEqual(story.card.pendingRequest?.deadline, {
      dueAt: at(story.now + minute),
      outcome: 'unanswered',
    });
  });

  it('has no deadline without a setting, or in a run of a program', () => {
    assert.equal(due(asked(0).registry('waiting')), undefined);
    const hosted = asked();
    assert.notEqual(due(hosted), undefined);
    hosted.registry('busy', { entrypoint: 'sdk-ts' });
    assert.equal(due(hosted), undefined);
  });

  it('is shown as unanswered until the next prompt', () => {
    const story = asked().registry('waiting').after(minute).registry('busy').after(20);
    const tool = aTool('AskUserQuestion', { ...questions, answers: {}, afkTimeoutMs: minute });
    story.hook('PostToolUse', { ...tool, tool_response: { afkTimeoutMs: minute } });
    const text = 'No answer within 1m: it went on without one';
    story.is('autonomous', 'thinking', text, 'hook');
    assert.equal(story.card.stateSince, at(story.now));
    story.after(100).hook('Stop').registry('idle');
    assert.equal(story.card.expired?.label.text, text);
    story.after(1_000).hook('UserPromptSubmit', { prompt: 'Blue' });
    assert.equal(story.card.expired, undefined);
  });

  it('is shown like any other tool if a person answered it', () => {
    const story = asked().registry('waiting').after(1_000).registry('busy').after(20);
    story.hook('PostToolUse', aTool('AskUserQuestion', { ...questions, answers: { Which: 'A' } }));
    story.is('autonomous', 'thinking', 'Used AskUserQuestion', 'hook');
    assert.equal(story.card.expired, undefined);
  });
});
