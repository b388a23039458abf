import assert from 'node:assert/strict';
import { aRequest, aTool, pid, start, Story } from '../../../support/hub/story';

const bash = { command: 'npm test' };
const minute = 60_000;
const day = 24 * 60 * minute;

const working = (): Story => new Story().hook('UserPromptSubmit', { prompt: 'Go' });
const inBash = (): Story => working().after(100).hook('PreToolUse', aTool('Bash', bash)).after(100);
const asking = (): Story => inBash().hook('PermissionRequest', aRequest('Bash', bash));
const needsBash = ['needs_you', 'needs_permission', 'Needs permission: Bash'] as const;

describe('A working state from a hook', () => {
  it('is valid for 60 s after the last hook, then the registry decides', () => {
    const story = working().registry('busy');
    story.after(minute - 1).is('autonomous', 'thinking', 'Generating response...', 'hook');
    story.after(1).is('autonomous', 'thinking', 'Generating response...', 'registry');
  });

  it('is followed by the transcript’s state if the registry has none', () => {
    const story = inBash().prompted().called('Bash', bash);
    story.after(minute).is('autonomous', 'acting', 'Running Bash', 'jsonl');
    assert.ok(story.state.confidence < 0.9);
  });

  it('is followed by an unknown state if no other source has one', () => {
    working().after(minute).is('autonomous', 'unknown', 'Status unavailable', 'fallback');
    assert.equal(working().after(minute).state.confidence, 0);
  });

  it('is extended by each further hook', () => {
    const story = working();
    for (let step = 0; step < 5; step += 1) {
      story.after(minute - 1).hook('PostToolUse', aTool('Read'));
    }
    story.after(minute - 1).is('autonomous', 'thinking', 'Used Read', 'hook');
  });

  it('is rechecked when it expires', () => {
    assert.equal(working().resolution.recheckAt, start + minute);
  });

  it('expires for any state, including compaction', () => {
    const story = working().hook('PreCompact', { trigger: 'auto' });
    story.after(minute - 1).is('autonomous', 'compacting', 'Compacting the conversation', 'hook');
    story.after(1).is('autonomous', 'unknown', 'Status unavailable', 'fallback');
  });
});

describe('A blocking state from a hook', () => {
  const blocking: readonly { readonly title: string; readonly story: () => Story }[] = [
    { title: 'needs_permission', story: asking },
    {
      title: 'awaiting_input',
      story: () => working().hook('PermissionRequest', aRequest('AskUserQuestion', {})),
    },
    {
      title: 'awaiting_approval',
      story: () => working().hook('PermissionRequest', aRequest('ExitPlanMode', {})),
    },
    { title: 'error', story: () => working().hook('StopFailure', { error: 'rate_limit' }) },
    { title: 'idle', story: () => working().hook('Stop') },
  ];
  for (const { title, story } of blocking) {
    it(`stays for any time: ${title}`, () => {
      const waiting = story().after(3 * day);
      assert.deepEqual(
        [waiting.state.group, waiting.state.state, waiting.state.source],
        ['needs_you', title, 'hook'],
      );
      assert.equal(waiting.resolution.recheckAt, undefined);
    });
  }

  it('ends with a new prompt', () => {
    const asks = working().hook('PermissionRequest', aRequest('AskUserQuestion', {}));
    asks.after(minute).hook('UserPromptSubmit', { prompt: 'Never mind' });
    asks.is('autonomous', 'thinking', 'Generating response...', 'hook');
  });

  it('ends when the transcript shows the result of its call', () => {
    const story = asking().after(5_000).result('Bash');
    story.is('autonomous', 'thinking', 'Generating response...', 'hook');
    assert.equal(story.card.pendingRequest, undefined);
  });

  it('ends with the marker of an interruption', () => {
    const story = asking().after(5_000).line({ kind: 'interrupted' });
    story.is('needs_you', 'interrupted', 'Interrupted', 'jsonl');
  });

  it('ends at once when the registry is busy again', () => {
    const story = inBash().registry('waiting', { waitingFor: 'permission prompt' });
    story.hook('PermissionRequest', aRequest('Bash', bash)).is(...needsBash, 'hook');
    story.after(5_000).registry('busy').is('autonomous', 'acting', 'Running Bash', 'hook');
    assert.equal(story.card.pendingRequest, undefined);
  });

  it('ends at once when the registry is idle', () => {
    const story = asking().after(50).registry('waiting').after(5_000).registry('idle');
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'registry');
  });

  it('is not ended by an older status of the registry', () => {
    const story = working().registry('busy').after(500).hook('PreToolUse', aTool('Bash', bash));
    story.after(100).hook('PermissionRequest', aRequest('Bash', bash));
    story
      .is(...needsBash, 'hook')
      .after(900)
      .is(...needsBash, 'hook');
  });

  it('is overridden by a registry that still contradicts it a second later', () => {
    const story = working().registry('busy').after(500).hook('PreToolUse', aTool('Bash', bash));
    story.after(100).hook('PermissionRequest', aRequest('Bash', bash));
    assert.equal(story.resolution.recheckAt, story.now + 1_000);
    story.after(1_000).is('autonomous', 'acting', 'Running Bash', 'registry');
  });

  it('ends with its process', () => {
    const story = asking().registry('waiting').after(5_000).gone('killed');
    story.is('delivered', 'cancelled', 'Session closed: process killed while working', 'registry');
    assert.equal(story.card.pendingRequest, undefined);
  });
});

describe('Of two dialogs', () => {
  const agentAsks = (story: Story): Story =>
    story.hook('PermissionRequest', {
      ...aRequest('Edit', { file_path: 'a.ts' }),
      agent_id: 'a1',
      agent_type: 'Explore',
    });

  it('the one that has waited longer shows', () => {
    const story = agentAsks(asking().registry('waiting').after(2_000));
    story.is(...needsBash, 'hook');
  });

  it('the second shows when the first has closed', () => {
    const story = agentAsks(asking().after(2_000)).after(2_000);
    story.hook('PostToolUse', aTool('Bash', bash));
    story.is('needs_you', 'needs_permission', 'Needs permission: Edit (Explore subagent)', 'hook');
  });

  it('a call that was allowed and still runs does not hide the other', () => {
    const story = asking().after(50).registry('waiting').after(2_000).registry('busy');
    story.is('autonomous', 'acting', 'Running Bash', 'hook');
    agentAsks(story.after(20_000)).after(50).registry('waiting');
    story.is('needs_you', 'needs_permission', 'Needs permission: Edit (Explore subagent)', 'hook');
  });

  it('the remaining one shows although the registry was busy in between', () => {
    const story = agentAsks(asking().after(50).registry('waiting')).after(2_000).registry('busy');
    story
      .after(10)
      .registry('waiting')
      .is(...needsBash, 'hook');
    story.after(200).hook('PostToolUse', aTool('Bash', bash));
    story.is('needs_you', 'needs_permission', 'Needs permission: Edit (Explore subagent)', 'hook');
  });
});

describe('A terminal state', () => {
  it('stays until the session is active again', () => {
    const done = working()
      .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
      .hook('TaskCompleted', { task_id: '1' })
      .registry('busy')
      .hook('Stop')
      .after(30)
      .registry('idle')
      .after(3 * day);
    done.is('delivered', 'task_complete', 'Finished: the cart', 'hook');
    done.hook('UserPromptSubmit', { prompt: 'Next' }).after(20).registry('busy');
    done.is('autonomous', 'thinking', 'Generating response...', 'hook');
  });

  it('is not reverted by a late event of a subagent', () => {
    const story = working()
      .hook('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' })
      .hook('SessionEnd', { reason: 'other' })
      .after(500)
      .hook('SubagentStop', { agent_id: 'a1', agent_type: 'Explore' });
    story.is('delivered', 'cancelled', 'Session closed while working', 'hook');
    assert.deepEqual(
      story.card.subagents.map((one) => one.state),
      ['completed'],
    );
  });

  it('of one process does not end the session if another process runs it', () => {
    const story = working().registry('busy').after(5_000);
    story.hook('SessionStart', { source: 'resume' }, 5000).hook('Stop', {}, 5000);
    story.registry('idle', { pid: 5000, procStart: '2000' });
    story.after(100).hook('SessionEnd', { reason: 'other' }, 5000).after(50).gone('exited', 5000);
    story.is('autonomous', 'thinking', 'Generating response...', 'registry');
    assert.equal(story.card.pid, pid);
  });

  it('of the last process ends the session', () => {
    const story = working().registry('busy').after(5_000);
    story.hook('SessionEnd', { reason: 'other' }).after(50).gone('exited');
    story.is('delivered', 'cancelled', 'Session closed while working', 'hook');
  });

  it('is replaced when a process starts again under the same id', () => {
    const story = working()
      .registry('busy')
      .after(1_000)
      .hook('SessionEnd')
      .after(50)
      .gone('exited');
    story.after(minute).registry('idle', { procStart: '9000' });
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'registry');
  });
});

describe('If hook and registry disagree', () => {
  it('an idle status of the registry waits a moment for the hook of the turn’s end', () => {
    const story = working().registry('busy').after(2_000).registry('idle');
    story.after(59).is('autonomous', 'thinking', 'Generating response...', 'hook');
    story.after(1).is('needs_you', 'idle', 'Waiting for your next prompt', 'registry');
  });

  it('a local command that is busy for a moment does not count as a turn', () => {
    const story = working().hook('Stop').registry('idle').after(5_000).registry('busy');
    story.after(199).is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
    story
      .registry('idle')
      .after(minute)
      .is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });

  it('a turn whose prompt hook was missed shows', () => {
    const story = working().hook('Stop').registry('idle').after(5_000).registry('busy').after(200);
    story.is('autonomous', 'thinking', 'Generating response...', 'registry');
  });

  it('a dialog without a hook shows at once', () => {
    const story = inBash().registry('busy').after(100);
    story.registry('waiting', { waitingFor: 'permission prompt' });
    story.is(...needsBash, 'registry');
  });
});

describe('A turn in the transcript that a server has not yet reported', () => {
  const idle = ['needs_you', 'idle', 'Waiting for your next prompt', 'registry'] as const;
  const thinking = ['autonomous', 'thinking', 'Generating response...'] as const;
  const atRest = (isShared: boolean): Story =>
    new Story().registry('idle', { isShared }).after(minute);

  it('shows at once, and the server decides as soon as it reports it', () => {
    const story = atRest(true).prompted();
    story.is(...thinking, 'jsonl');
    story
      .after(100)
      .registry('busy', { isShared: true })
      .is(...thinking, 'registry');
    story
      .after(100)
      .registry('idle', { isShared: true })
      .is(...idle);
  });

  it('is ignored once the server has not reported it for two seconds', () => {
    const story = atRest(true).prompted();
    assert.equal(story.resolution.recheckAt, story.now + 2_000);
    story.after(1_999).is(...thinking, 'jsonl');
    story.after(1).is(...idle);
  });

  it('is ignored for a client with its own process, which writes its status first', () => {
    atRest(false)
      .prompted()
      .is(...idle);
  });
});

describe('The start of an idle state that a server reports', () => {
  const restsSince = (story: Story): string => {
    assert.equal(story.state.state, 'idle');
    return new Date(story.card.stateSince).toISOString();
  };
  const timeOf = (ms: number): string => new Date(ms).toISOString();

  it('is the end of the last turn for a session that was idle before', () => {
    const story = new Story().prompted().after(100).answered('Done.');
    const endedAt = story.now;
    story.after(minute).registry('idle', { isShared: true });
    assert.equal(restsSince(story), timeOf(endedAt));
  });

  it('is the time of the report for a session that was observed working', () => {
    const story = new Story().registry('busy', { isShared: true }).prompted().answered('Done.');
    story.after(minute).registry('idle', { isShared: true });
    assert.equal(restsSince(story), timeOf(story.now));
  });
});

describe('Confidence', () => {
  it('falls from request to hook to registry to notification to transcript to nothing', () => {
    const stories = [
      asking(),
      working().hook('Stop'),
      new Story().registry('waiting', { waitingFor: 'permission prompt' }),
      inBash().hook('Notification', { notification_type: 'permission_prompt' }),
      new Story().prompted(),
      working().after(minute),
    ].map((story) => story.state.confidence);
    assert.deepEqual(
      stories,
      [...stories].sort((a, b) => b - a),
    );
    assert.equal(new Set(stories).size, stories.length);
    assert.deepEqual([stories[0], stories.at(-1)], [1, 0]);
  });
});
