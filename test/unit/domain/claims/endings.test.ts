import assert from 'node:assert/strict';
import { aRequest, aTool, Story, type Expected } from '../../../support/hub/story';

const minute = 60_000;
const bash = { command: 'npm test' };

/** The state follows from registry and transcript: the client's last activity, and its outcome. */
describe('A session whose process has ended', () => {
  const closed: Expected = ['delivered', 'session_ended', 'Session closed', 'registry'];
  const cutOff: Expected = ['delivered', 'cancelled', 'Session closed while working', 'registry'];
  const killed: Expected = [
    'delivered',
    'cancelled',
    'Session closed: process killed while working',
    'registry',
  ];
  const failed: Expected = ['delivered', 'failed', 'Failed: Rate limit reached', 'registry'];
  const moved: Expected = closed;
  const cli = { entrypoint: 'cli' } as const;
  const error = { kind: 'apiError', error: 'rate_limit', text: 'API Error' } as const;
  const table: readonly (readonly [title: string, tell: () => Story, is: Expected])[] = [
    [
      'at rest is closed',
      () => new Story().prompted().registry('idle', cli).gone('exited'),
      closed,
    ],
    [
      'with a server in the background is closed',
      () => new Story().prompted().registry('shell', cli).gone('killed'),
      ['delivered', 'session_ended', 'Session closed: process killed', 'registry'],
    ],
    [
      'at a dialog was cut off',
      () => new Story().prompted().registry('waiting', cli).gone('exited'),
      cutOff,
    ],
    [
      'at a dialog was cut off, in whatever host',
      () => new Story().prompted().registry('waiting', { entrypoint: 'sdk-ts' }).gone('exited'),
      cutOff,
    ],
    [
      'busy in a terminal was cut off',
      () => new Story().prompted().registry('busy', cli).gone('exited'),
      cutOff,
    ],
    [
      'busy without a terminal is done',
      () => new Story().prompted().registry('busy', { entrypoint: 'sdk-cli' }).gone('exited'),
      closed,
    ],
    [
      'killed without a terminal was cut off',
      () => new Story().prompted().registry('busy', { entrypoint: 'sdk-cli' }).gone('killed'),
      killed,
    ],
    [
      'whose answer was whole is closed though it was busy still',
      () => new Story().prompted().registry('busy', cli).answered('Done.').gone('killed'),
      ['delivered', 'session_ended', 'Session closed: process killed', 'registry'],
    ],
    [
      'after an interruption is closed',
      () =>
        new Story().prompted().registry('busy', cli).line({ kind: 'interrupted' }).gone('exited'),
      closed,
    ],
    [
      'after an error has failed',
      () => new Story().prompted().line(error).registry('idle', cli).gone('exited'),
      failed,
    ],
    [
      'and the process goes on with another says nothing of work',
      () => new Story().prompted().registry('busy', cli).gone('moved'),
      moved,
    ],
    [
      'while hooks say that it works, without a SessionEnd, was cut off',
      () => new Story().hook('UserPromptSubmit', { prompt: 'Go' }).registry('busy').gone('exited'),
      cutOff,
    ],
    [
      'while hooks say that it asks, without a SessionEnd, was cut off',
      () =>
        new Story()
          .hook('Stop')
          .hook('PermissionRequest', { ...aRequest('Bash', bash), agent_id: 'a1' })
          .registry('waiting')
          .gone('exited'),
      cutOff,
    ],
    [
      'while hooks say that it rests is closed',
      () => new Story().hook('Stop').registry('busy').gone('exited'),
      closed,
    ],
  ];
  for (const [title, tell, is] of table) it(title, () => void tell().is(...is));

  it('depends on the last of several processes, in any order', () => {
    const story = new Story().prompted();
    story
      .registry('idle', { pid: 1, procStart: '1', ...cli })
      .registry('idle', { pid: 2, procStart: '2', ...cli });
    story
      .after(1_000)
      .gone('killed', 2)
      .after(1_000)
      .gone('exited', 1)
      .is(...closed);
    assert.equal(story.resolution.since, story.now);
  });

  it('is running if a hook comes long after, but not by the process’s last hooks', () => {
    const story = new Story().hook('Stop').registry('idle').gone('exited').after(2_000);
    story.hook('UserPromptSubmit', { prompt: 'On' });
    assert.equal(story.state.group, 'delivered');
    story.after(1).hook('UserPromptSubmit', { prompt: 'On' });
    story.is('autonomous', 'thinking', 'Generating response...', 'hook');
  });
});

describe('A session that ends by its own hook', () => {
  it('closes the dialogs and subagents of that process', () => {
    const agent = { agent_id: 'a1', agent_type: 'Explore' };
    const asking = (): Story =>
      new Story()
        .hook('UserPromptSubmit', { prompt: 'Go' })
        .hook('SubagentStart', agent)
        .hook('PermissionRequest', { ...aRequest('Bash', bash), ...agent })
        .after(1_000);
    for (const [event, fields] of [
      ['SessionEnd', { reason: 'other' }],
      ['SessionStart', { source: 'resume' }],
    ] as const) {
      const story = asking().hook(event, fields);
      assert.deepEqual(story.facts.hook?.pending, []);
      assert.deepEqual(
        story.card.subagents.map(({ state, endedAt }) => [state, endedAt]),
        [['completed', new Date(story.now).toISOString()]],
      );
    }
  });

  it('counts as cut off if it waited for its subagent or at a dialog', () => {
    const running = [{ id: 'a1', type: 'subagent', status: 'running' }];
    const cutOff = ['delivered', 'cancelled', 'Session closed while working', 'hook'] as const;
    const end = (story: Story): Story => story.after(10).hook('SessionEnd', { reason: 'other' });
    end(new Story().hook('Stop', { background_tasks: running })).is(...cutOff);
    end(
      new Story()
        .hook('UserPromptSubmit', { prompt: 'Go' })
        .hook('Stop')
        .hook('PermissionRequest', { ...aRequest('Bash', bash), agent_id: 'a1' }),
    ).is(...cutOff);
  });

  it('has not failed by an error of an earlier turn', () => {
    const story = new Story().hook('StopFailure', { error: 'rate_limit' }).after(minute);
    story.hook('UserPromptSubmit', { prompt: 'Again' }).after(10).hook('Stop');
    story.hook('SessionEnd', { reason: 'other' });
    story.is('delivered', 'session_ended', 'Session closed', 'hook');
  });

  it('has failed if only the transcript has the error', () => {
    const story = new Story()
      .hook('Stop')
      .line({ kind: 'apiError', error: 'overloaded', text: '' });
    story.hook('SessionEnd', { reason: 'other' });
    story.is('delivered', 'failed', 'Failed: The API is overloaded', 'hook');
  });
});

describe('A session that nobody runs, by its transcript alone,', () => {
  const table: readonly (readonly [version: string | undefined, keepsRegistry: boolean])[] = [
    ['2.1.84', false],
    ['2.1.85', true],
    ['2.1.329', true],
    ['2.0.99', false],
    ['2.2.0', true],
    ['1.9.100', false],
    ['3.0.0', true],
    ['next', false],
    [undefined, false],
  ];
  for (const [version, keepsRegistry] of table) {
    it(`of client ${version ?? 'unknown'} has ${keepsRegistry ? 'ended' : 'not ended yet'}`, () => {
      const story = new Story().line({ kind: 'prompt', text: 'Go', human: true, version });
      const { group, confidence } = story.after(minute).state;
      assert.equal(group, keepsRegistry ? 'delivered' : 'autonomous');
      const later = story.after(10 * minute).state;
      assert.deepEqual(
        [later.group, later.confidence],
        ['delivered', keepsRegistry ? confidence : 0.5],
      );
    });
  }

  it('has no time of its end if no entry has a time', () => {
    const prompt = { kind: 'prompt', text: 'Go', human: true, version: '2.1.329' } as const;
    const story = new Story().lineWithoutTime(prompt);
    assert.equal(story.state.group, 'autonomous');
  });
});

describe('The state of a running tool', () => {
  it('starts when the tool started', () => {
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Go' }).after(5_000);
    story.hook('PreToolUse', aTool('Bash', bash)).after(1_000);
    const began = story.now - 1_000;
    story.hook('UserPromptSubmit', { prompt: 'And then?' }).after(500);
    assert.deepEqual([story.state.state, story.resolution.since], ['acting', began]);
  });

  it('is followed by thinking since the turn’s start, however many hooks report it', () => {
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Go' });
    const began = story.now;
    story.after(500).hook('PostToolBatch').after(500).hook('PostToolUse', aTool('Read'));
    assert.equal(story.resolution.since, began);
    story.after(500).hook('Stop');
    assert.equal(story.resolution.since, story.now);
  });
});
