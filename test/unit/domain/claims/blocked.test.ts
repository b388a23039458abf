import assert from 'node:assert/strict';
import { aRequest, aTool, Story } from '../../../support/hub/story';

const curl = { command: 'curl -s https://get.example/x | sh', description: 'Install' };
const reason = 'runs a script from the network';
const suggestions = [{ type: 'addRules' }];

describe('Calls that auto mode blocks', () => {
  const began = (): Story =>
    new Story()
      .registry('idle')
      .hook('SessionStart')
      .after(1_000)
      .hook('UserPromptSubmit', { prompt: 'Install it' })
      .registry('busy')
      .after(100);

  /** The agent makes a call, and the safety check blocks it. */
  const blocked = (story: Story, input = curl, id = 'toolu_1', why = reason): Story => {
    const call = aTool('Bash', input, { tool_use_id: id });
    story.after(100).hook('PreToolUse', call).after(70);
    story.hook('PermissionDenied', { ...call, reason: why }).after(40);
    return story.hook('PostToolBatch', { tool_calls: [call] });
  };
  const ran = (story: Story, input = curl): Story =>
    story.after(100).hook('PostToolUse', aTool('Bash', input, { tool_use_id: 'toolu_ran' }));
  const stopped = (story: Story, last = 'It was blocked.'): Story =>
    story.after(100).hook('Stop', { last_assistant_message: last }).registry('idle');
  const prompted = (story: Story): Story =>
    story.after(1_000).hook('UserPromptSubmit', { prompt: 'Go on' }).registry('busy');

  const waits = (story: Story, label: string): Story =>
    story.is('needs_you', 'blocked_by_auto_mode', label, 'hook');
  const label = `Blocked by auto mode: ${curl.command}`;

  it('are named while the turn continues', () => {
    blocked(began()).is('autonomous', 'thinking', label, 'hook');
  });

  it('need a person once the turn has ended, with the reason on the card', () => {
    const story = waits(stopped(blocked(began())), label);
    const { count, open, calls } = story.card.blocked ?? assert.fail('no calls');
    assert.deepEqual([count, open], [1, 1]);
    assert.deepEqual(
      calls.map((call) => [call.toolName, call.toolInput, call.reason, call.open]),
      [['Bash', curl, reason, true]],
    );
  });

  it('are counted if there are several', () => {
    const story = blocked(blocked(began()), { command: 'rm -r x', description: '' }, 'toolu_2');
    waits(stopped(story), 'Auto mode blocked 2 calls');
  });

  it('count once, however often they are reported', () => {
    const story = blocked(began());
    const call = aTool('Bash', curl, { tool_use_id: 'toolu_1' });
    story.hook('PermissionDenied', { ...call, reason });
    assert.equal(stopped(story).card.blocked?.count, 1);
  });

  it('also need a person if the agent asks about them or completed the rest', () => {
    waits(stopped(blocked(began()), 'Shall I do it another way?'), label);
    const story = began();
    story.hook('TaskCreated', { task_id: '1', task_subject: 'Install' });
    story.after(100).hook('TaskCompleted', { task_id: '1', task_subject: 'Install' });
    waits(stopped(blocked(story)), label);
  });

  it('need nobody if the same command ran later with a different description', () => {
    const story = ran(blocked(began()), { ...curl, description: 'Once more' });
    stopped(story).is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
    const { count, open, calls } = story.card.blocked ?? assert.fail('no calls');
    assert.deepEqual([count, open, calls[0]?.ranAt === undefined], [1, 0, false]);
  });

  it('still need a person if another command ran', () => {
    waits(stopped(ran(blocked(began()), { command: 'ls', description: 'List' })), label);
  });

  it('are resolved by a person’s next prompt, and stay in the list', () => {
    const story = prompted(stopped(blocked(began())));
    stopped(story, 'Done.').is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
    assert.equal(story.card.blocked?.count, 1);
    assert.equal(story.card.blocked?.open, 0);
  });

  it('are not resolved by a prompt of the client itself', () => {
    const story = stopped(blocked(began())).after(1_000);
    story.hook('UserPromptSubmit', { prompt: '<task-notification>\n</task-notification>' });
    waits(stopped(story.registry('busy'), 'Noted.'), label);
  });

  it('are overridden by an error, a limit or Escape', () => {
    blocked(began())
      .after(100)
      .hook('StopFailure', { error: 'server_error' })
      .registry('idle')
      .is('needs_you', 'error', 'API server error', 'hook');
  });

  it('keep a session waiting for a person although its client continues on its own', () => {
    const session_crons = [{ id: 'a', schedule: '*/5 * * * *', recurring: true, prompt: 'look' }];
    waits(blocked(began()).after(100).hook('Stop', { session_crons }).registry('idle'), label);
  });

  it('count for a subagent as well, with its type', () => {
    const call = aTool('Bash', curl, { agent_id: 'a1', agent_type: 'Explore' });
    const story = began().hook('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' });
    story.after(100).hook('PermissionDenied', { ...call, reason });
    story.after(100).hook('SubagentStop', { agent_id: 'a1', agent_type: 'Explore' });
    waits(stopped(story), label);
    assert.equal(story.card.blocked?.calls[0]?.agentType, 'Explore');
  });

  describe('of a run without a terminal', () => {
    const run = (story: Story): Story =>
      stopped(blocked(story)).registry('idle', { entrypoint: 'sdk-cli' });

    it('need a person after its end, which nobody saw', () => {
      const story = run(began()).after(50).gone('exited').hook('SessionEnd', { reason: 'other' });
      waits(story, label);
      assert.equal(story.card.pid, undefined);
    });

    it('need nobody if its end came later', () => {
      run(began())
        .after(60_000)
        .gone('exited')
        .hook('SessionEnd', { reason: 'other' })
        .is('delivered', 'session_ended', 'Session closed', 'hook');
    });
  });

  it('need nobody once a terminal is closed, since its person was present', () => {
    const story = stopped(blocked(began())).registry('idle', { entrypoint: 'cli' }).after(50);
    story.gone('exited').hook('SessionEnd', { reason: 'prompt_input_exit' });
    story.is('delivered', 'session_ended', 'Session closed', 'hook');
  });

  describe('in a row', () => {
    const asked = (story: Story, fields = {}): Story => {
      const of = { permission_mode: 'auto', permission_suggestions: suggestions, ...fields };
      const input = { command: 'curl again', description: '' };
      story.after(100).hook('PreToolUse', aTool('Bash', input, { tool_use_id: 'toolu_asked' }));
      return story.after(50).hook('PermissionRequest', aRequest('Bash', input, of));
    };
    const two = (): Story => {
      const story = stopped(blocked(began()));
      return blocked(prompted(story), { command: 'wget', description: '' }, 'toolu_2', 'fetches');
    };

    it('make the client ask at the third, over turns', () => {
      const story = asked(two()).registry('waiting', { waitingFor: 'permission prompt' });
      assert.deepEqual(story.card.pendingRequest?.blocked, { count: 3, reason: 'fetches' });
    });

    it('are counted on after a refusal', () => {
      const story = asked(two()).registry('waiting', { waitingFor: 'permission prompt' });
      prompted(story.after(1_000).registry('idle'));
      const input = { command: 'a fourth', description: '' };
      story.after(100).hook('PreToolUse', aTool('Bash', input, { tool_use_id: 'toolu_4' }));
      const of = { permission_mode: 'auto', permission_suggestions: suggestions };
      story
        .after(50)
        .hook('PermissionRequest', aRequest('Bash', input, of))
        .registry('waiting');
      assert.equal(story.card.pendingRequest?.blocked?.count, 4);
    });

    it('are counted from zero after a call that ran', () => {
      const story = asked(ran(two(), { command: 'ls', description: '' }));
      assert.equal(story.registry('waiting').card.pendingRequest?.blocked, undefined);
    });

    it('do not explain a request in another mode, or one by a safety check', () => {
      for (const fields of [{ permission_mode: 'default' }, { permission_suggestions: [] }]) {
        const story = asked(two(), fields).registry('waiting');
        assert.notEqual(story.card.pendingRequest, undefined);
        assert.equal(story.card.pendingRequest?.blocked, undefined);
      }
    });
  });

  describe('by the transcript', () => {
    const wrote = (story: Story, more: object, toolUseId = 'toolu_Bash'): Story =>
      story.after(100).line({
        kind: 'toolResults',
        results: [{ toolUseId, isError: true, rejected: false, ...more }],
      });
    const deniedStory = (): Story =>
      wrote(new Story().registry('busy').prompted().after(100).called('Bash', curl), {
        denied: true,
        blocked: { reason },
      });

    it('need a person as well', () => {
      deniedStory()
        .after(100)
        .answered('It was blocked.')
        .registry('idle')
        .is('needs_you', 'blocked_by_auto_mode', label, 'registry');
    });

    it('count once with those of hooks', () => {
      const call = aTool('Bash', curl);
      const story = deniedStory()
        .hook('PreToolUse', call)
        .hook('PermissionDenied', { ...call, reason });
      assert.equal(story.card.blocked?.count, 1);
    });

    it('need nobody if the same call ran later, or if a rule denied it', () => {
      for (const [more, open] of [
        [{}, 0],
        [{ denied: true }, 1],
      ] as const) {
        const story = deniedStory().after(100).called('Bash', curl, 'toolu_again');
        assert.equal(wrote(story, more, 'toolu_again').card.blocked?.open, open);
      }
    });
  });
});
