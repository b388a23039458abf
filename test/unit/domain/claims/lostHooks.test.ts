import { aRequest, aTool, Story } from '../../../support/hub/story';

const bash = { command: 'touch x' };
const thinking = ['autonomous', 'thinking', 'Generating response...'] as const;
const idle = ['needs_you', 'idle', 'Waiting for your next prompt', 'jsonl'] as const;
const needsPermission = ['needs_you', 'needs_permission', 'Needs permission: Bash'] as const;

/** A client whose registry has no status: its transcript replaces a lost hook. */
const begun = (): Story => {
  const story = new Story().registry(undefined, { runsCommand: false }).after(1_000);
  return story.hook('UserPromptSubmit', { prompt: 'Go' }).prompted('Go').after(1_000);
};

describe('A turn’s end that no hook reported', () => {
  const ended = (): Story => begun().answered('Done.');

  it('waits a second for its hook', () => {
    ended()
      .after(999)
      .is(...thinking, 'hook');
  });

  it('is shown by the transcript after that', () => {
    ended()
      .after(1_000)
      .is(...idle);
  });

  it('is rechecked after that second', () => {
    const story = ended();
    story.now = story.resolution.recheckAt ?? story.now;
    story.is(...idle);
  });

  it('is an error if the turn failed', () => {
    const story = begun().line({ kind: 'apiError', error: 'rate_limit', text: 'Slow down' });
    story.after(1_000).is('needs_you', 'error', 'Rate limit reached', 'jsonl');
  });

  it('is an error at once if the program runs no hook at a failure', () => {
    const failed = { error: 'rate_limit', text: 'Slow down', hookless: true } as const;
    const story = begun().line({ kind: 'apiError', ...failed });
    story.is('needs_you', 'error', 'Rate limit reached', 'jsonl');
    story.after(500).hook('UserPromptSubmit', { prompt: 'More' });
    story.is(...thinking, 'hook');
  });

  it('is ignored if hooks report later work', () => {
    const story = ended().after(500).hook('UserPromptSubmit', { prompt: 'More' });
    story.after(5_000).is(...thinking, 'hook');
  });

  it('does not count as cut off when the session is closed', () => {
    const closed = ['delivered', 'session_ended', 'Session closed'] as const;
    ended()
      .after(3_000)
      .gone('exited')
      .is(...closed, 'registry');
    ended()
      .after(3_000)
      .hook('SessionEnd', { reason: 'prompt_input_exit' })
      .is(...closed, 'hook');
    const story = ended().after(100).hook('UserPromptSubmit', { prompt: 'More' }).after(100);
    story.gone('exited').is('delivered', 'cancelled', 'Session closed while working', 'registry');
  });

  it('is replaced by the next prompt', () => {
    const story = ended().after(5_000).prompted('More');
    story.after(2_000).is(...thinking, 'hook');
    story.after(60_000).is(...thinking, 'jsonl');
  });
});

describe('A prompt without a hook right after a turn’s end', () => {
  it('starts a turn', () => {
    const story = begun().answered('Done.').after(100).hook('Stop').after(300).prompted('More');
    story.after(5_000).is(...thinking, 'jsonl');
  });
});

describe('A turn’s end after which the client makes the agent continue', () => {
  const sent = { kind: 'prompt', human: false, text: 'Stop hook feedback:\nMend it.' } as const;

  it('is ignored as soon as the transcript continues', () => {
    const story = begun().answered('Done.').after(100).hook('Stop').after(300).line(sent);
    story.is(...thinking, 'jsonl');
    story.after(5_000).answered('Mended.').after(100).hook('Stop');
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });

  it('is ignored even if our hook ran later', () => {
    const story = begun().answered('Done.').after(100).line(sent).after(500).hook('Stop');
    story.after(5_000).is(...thinking, 'jsonl');
  });
});

describe('A dialog whose answer no hook reported', () => {
  const asked = (): Story => begun().hook('PermissionRequest', aRequest('Bash', bash)).after(3_000);

  it('stays while no source shows an answer', () => {
    asked()
      .after(600_000)
      .is(...needsPermission, 'hook');
  });

  it('does not come back with the next prompt, whose hook was lost', () => {
    const story = asked().line({ kind: 'interrupted' });
    story.is('needs_you', 'interrupted', 'Interrupted', 'jsonl');
    story.after(1_000).prompted('Something else').after(10);
    story.is(...thinking, 'hook');
    story.after(1_000).called('Read').after(500);
    story.is(...thinking, 'hook');
    story.after(60_000).is('autonomous', 'acting', 'Running Read', 'jsonl');
  });

  it('is closed with its turn', () => {
    asked()
      .answered('Done without it.')
      .after(1_000)
      .is(...idle);
  });

  it('stays if a subagent asks', () => {
    const fields = { ...aRequest('Bash', bash), agent_id: 'a1', agent_type: 'Explore' };
    const story = begun().hook('PermissionRequest', fields).after(1_000).prompted('Meanwhile');
    story.is('needs_you', 'needs_permission', 'Needs permission: Bash (Explore subagent)', 'hook');
  });
});

describe('A command that has run for a long time', () => {
  const ran = (): Story =>
    new Story()
      .registry(undefined, { runsCommand: false })
      .prompted()
      .called('Bash', bash)
      .after(300)
      .registry(undefined, { runsCommand: true })
      .after(20_000)
      .registry(undefined, { runsCommand: false });

  it('does not count as waiting in the moment before its result', () => {
    ran().after(999).is('autonomous', 'acting', 'Running Bash', 'jsonl');
  });

  it('may be followed by one that asks', () => {
    const story = ran();
    story.after(1_000).is(...needsPermission, 'jsonl');
  });

  it('counts as answered even if it has ended and its hook has not arrived', () => {
    const story = begun().hook('PreToolUse', aTool('Bash', bash)).after(20);
    story.hook('PermissionRequest', aRequest('Bash', bash)).after(5_000);
    story.registry(undefined, { runsCommand: true }).after(20_000);
    story.registry(undefined, { runsCommand: false }).after(100);
    story.is('autonomous', 'acting', 'Running Bash', 'hook');
  });

  it('does not close a dialog that opened while it ran in the background', () => {
    const story = begun().registry(undefined, { runsCommand: true }).after(5_000);
    story.hook('PermissionRequest', aRequest('Bash', bash)).after(1_000);
    story.registry(undefined, { runsCommand: true }).after(1_000);
    story.registry(undefined, { runsCommand: false }).after(5_000);
    story.is(...needsPermission, 'hook');
  });
});

describe('Background work that only the transcript shows', () => {
  const minute = 60_000;
  const waits = (label: string) => ['autonomous', 'waiting_for_agent', label, 'jsonl'] as const;
  const launched = (type: 'shell' | 'subagent', id = 'a1'): Story => {
    const story = new Story().registry(undefined).prompted().called('Agent').after(500);
    const result = { toolUseId: 'toolu_Agent', isError: false, rejected: false };
    story.line({ kind: 'toolResults', results: [{ ...result, launched: { id, type } }] });
    return story.after(500).answered('Launched.');
  };
  const notified = (story: Story): Story =>
    story.line({
      kind: 'prompt',
      human: false,
      text: '<task-notification><task-id>a1</task-id><status>completed</status></task-notification>',
    });

  it('is awaited until the client reports its end', () => {
    const story = launched('subagent').is(...waits('Waiting for a subagent'));
    story.after(9 * minute).is(...waits('Waiting for a subagent'));
    notified(story).is(...thinking, 'jsonl');
    story
      .after(500)
      .answered('It is back.')
      .after(100)
      .is(...idle);
  });

  it('is awaited while the subagent writes', () => {
    const story = launched('subagent');
    for (let step = 0; step < 4; step += 1) story.after(5 * minute).subagentWrote();
    story.is(...waits('Waiting for a subagent'));
    story.after(10 * minute - 1).is(...waits('Waiting for a subagent'));
    story.after(1).is(...idle);
  });

  it('continues when the subagent received another message', () => {
    const story = notified(launched('subagent').after(minute)).answered('Sent it on.');
    story.is(...idle);
    story
      .after(1_000)
      .subagentWrote()
      .is(...waits('Waiting for a subagent'));
  });

  it('is a shell, which is awaited for ten minutes', () => {
    const story = launched('shell').is(...waits('Waiting for a background shell'));
    story.after(10 * minute - 1).is(...waits('Waiting for a background shell'));
    story.now = story.resolution.recheckAt ?? story.now;
    story.is(...idle);
  });

  it('does not include a file that belongs to no task of the agent', () => {
    const story = new Story().registry(undefined).prompted().answered('Done.').after(1_000);
    story.subagentWrote('aprompt_suggestion-1').is(...idle);
  });
});
