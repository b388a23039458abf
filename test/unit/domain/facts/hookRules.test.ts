import assert from 'node:assert/strict';
import { aRequest, aTool, start, Story, type Expected } from '../../../support/hub/story';

const thinking: Expected = ['autonomous', 'thinking', 'Generating response...', 'hook'];
const idle: Expected = ['needs_you', 'idle', 'Waiting for your next prompt', 'hook'];
const compacting: Expected = ['autonomous', 'compacting', 'Compacting the conversation', 'hook'];
const working = (): Story => new Story().hook('UserPromptSubmit', { prompt: 'Go' }).after(100);
const idleStory = (): Story => working().hook('Stop').after(100);

/** The two hooks that end it come in either order; an old client sends only one. */
describe('Compaction', () => {
  const endings: readonly (readonly (readonly [string, object])[])[] = [
    [['PostCompact', {}]],
    [['SessionStart', { source: 'compact' }]],
    [
      ['PostCompact', {}],
      ['SessionStart', { source: 'compact' }],
    ],
    [
      ['SessionStart', { source: 'compact' }],
      ['PostCompact', {}],
    ],
  ];
  for (const ending of endings) {
    const how = ending.map(([event]) => event).join(', then ');
    const ended = (story: Story): Story => {
      story.is(...compacting);
      for (const [event, fields] of ending) story.after(10).hook(event, fields);
      return story;
    };
    it(`of a full context continues the turn after ${how}`, () => {
      ended(working().hook('PreCompact', { trigger: 'auto' })).is(...thinking);
    });

    it(`by hand ends at the prompt after ${how}`, () => {
      ended(idleStory().hook('PreCompact', { trigger: 'manual' })).is(...idle);
    });

    it(`without a trigger restores the previous state after ${how}`, () => {
      ended(working().hook('PreCompact')).is(...thinking);
      ended(idleStory().hook('PreCompact')).is(...idle);
    });
  }

  it('by hand that was queued in a turn lets the turn continue', () => {
    working()
      .hook('PreCompact', { trigger: 'manual' })
      .hook('PreCompact', { trigger: 'manual' })
      .hook('PostCompact')
      .is(...thinking);
  });

  it('is shown even while a tool counts as open', () => {
    working()
      .hook('PreToolUse', aTool('Read'))
      .hook('PreCompact', { trigger: 'auto' })
      .is(...compacting);
  });

  it('that has ended does not end the following turn', () => {
    working()
      .hook('PreCompact', { trigger: 'auto' })
      .hook('PostCompact')
      .hook('PreToolUse', aTool('Bash'))
      .hook('SessionStart', { source: 'compact' })
      .is('autonomous', 'acting', 'Running Bash', 'hook');
  });
});

describe('The hook of a start', () => {
  it('that arrives after its prompt does not end the turn; a later one does', () => {
    const prompted = (): Story => new Story().hook('UserPromptSubmit', { prompt: 'Go' });
    prompted()
      .after(999)
      .hook('SessionStart', { source: 'startup' })
      .is(...thinking);
    prompted()
      .after(1_000)
      .hook('SessionStart', { source: 'startup' })
      .is(...idle);
    prompted()
      .hook('Stop')
      .after(10)
      .hook('SessionStart', { source: 'resume' })
      .is(...idle);
  });

  it('ends work that no person’s prompt started', () => {
    new Story()
      .hook('UserPromptSubmit', { prompt: '<task-notification>' })
      .after(10)
      .hook('SessionStart', { source: 'startup' })
      .is(...idle);
  });
});

describe('A prompt', () => {
  it('of the client itself is neither the last prompt nor the start of a human turn', () => {
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Add a cart' }).after(1_000);
    story.hook('UserPromptSubmit', { prompt: '<task-notification>done' });
    const { title, lastPrompt } = story.card;
    assert.deepEqual([title, lastPrompt], ['Add a cart', 'Add a cart']);
    assert.equal(story.facts.hook?.humanPromptAt, start);
    const machine = new Story().hook('UserPromptSubmit', { prompt: '<task-notification>done' });
    assert.deepEqual(
      [machine.card.title, machine.card.lastPrompt],
      ['Session 5e551011', undefined],
    );
  });

  it('is shown without the text that an editor prepends, by hook and by transcript', () => {
    const prompt = '<ide_selection>const a = 1;</ide_selection>\ntidy the cart';
    const byHook = new Story().hook('UserPromptSubmit', { prompt });
    const byTranscript = new Story().line({ kind: 'prompt', text: prompt, human: true });
    for (const { card } of [byHook, byTranscript])
      assert.deepEqual([card.title, card.lastPrompt], ['tidy the cart', 'tidy the cart']);
  });

  it('that replaces a rewound one is the last prompt', () => {
    const story = new Story();
    for (const text of ['Paint it', 'Red', 'Blue'])
      story.line({ kind: 'prompt', text, human: true });
    assert.deepEqual([story.card.title, story.card.lastPrompt], ['Paint it', 'Blue']);
  });

  it('after the first one changes the last prompt, but not the title', () => {
    const story = working().hook('UserPromptSubmit', { prompt: 'And a till' });
    assert.deepEqual([story.card.title, story.card.lastPrompt], ['Go', 'And a till']);
  });
});

describe('A tool', () => {
  it('that starts twice with one id counts once', () => {
    const story = working();
    for (const id of ['one', 'one', 'two']) {
      story.hook('PreToolUse', aTool('Read', {}, { tool_use_id: id }));
    }
    assert.equal(story.facts.hook?.openTools.length, 2);
    story.hook('PostToolUse', aTool('Read', {}, { tool_use_id: 'one' }));
    assert.deepEqual(
      story.facts.hook?.openTools.map(({ id }) => id),
      ['two'],
    );
    story.hook('PostToolBatch', { tool_calls: [{ tool_use_id: 'two' }] });
    assert.deepEqual(story.facts.hook?.openTools, []);
  });

  it('without a name or an id counts as well', () => {
    working().hook('PreToolUse').is('autonomous', 'acting', 'Running a tool', 'hook');
    working().hook('PostToolUse').is('autonomous', 'thinking', 'Used a tool', 'hook');
    working()
      .hook('PreToolUse', { tool_name: 'Bash', tool_input: {} })
      .hook('PostToolUse', { tool_name: 'Bash', tool_input: {} })
      .is('autonomous', 'thinking', 'Used Bash', 'hook');
  });

  it('that fails without a reason counts as failed', () => {
    working()
      .hook('PostToolUseFailure', { tool_name: 'Bash' })
      .is('autonomous', 'thinking', 'Bash failed, continuing', 'hook');
  });

  it('that a batch without ids ends leaves none open', () => {
    working()
      .hook('PreToolUse', aTool('Bash'))
      .hook('PostToolBatch')
      .is(...thinking);
  });

  it('that was ended by its turn’s end does not run in the next turn', () => {
    working()
      .hook('PreToolUse', aTool('Bash'))
      .hook('StopFailure', { error: 'overloaded' })
      .hook('UserPromptSubmit', { prompt: 'Again' })
      .is(...thinking);
  });
});

describe('A failed turn', () => {
  const label = (fields: object): string => working().hook('StopFailure', fields).state.label.text;

  it('is labelled with the first line of the client’s text if its error is unknown', () => {
    assert.equal(label({}), 'API error');
    assert.equal(label({ error: 'unknown', last_assistant_message: '  ' }), 'API error');
    assert.equal(label({ last_assistant_message: ' No credit \nsecond' }), 'No credit');
    assert.equal(label({ last_assistant_message: 'x'.repeat(80) }), 'x'.repeat(80));
    assert.equal(label({ last_assistant_message: 'x'.repeat(81) }), `${'x'.repeat(79)}…`);
  });
});

/** A hub may start to listen at any moment. */
describe('The first observed event of a session', () => {
  const used = (label: string): Expected => ['autonomous', 'thinking', label, 'hook'];
  const events: readonly (readonly [event: string, fields: object, is: Expected])[] = [
    ['SessionStart', { source: 'resume' }, idle],
    ['UserPromptSubmit', { prompt: 'Go' }, thinking],
    ['PreToolUse', aTool('Bash'), ['autonomous', 'acting', 'Running Bash', 'hook']],
    [
      'PermissionRequest',
      aRequest('Bash'),
      ['needs_you', 'needs_permission', 'Needs permission: Bash', 'hook'],
    ],
    ['PermissionDenied', aTool('Bash'), used('Blocked by auto mode: Bash')],
    ['PostToolUse', aTool('Bash'), used('Used Bash')],
    ['PostToolUseFailure', aTool('Bash', {}, { error: 'no' }), used('Bash failed, continuing')],
    ['PostToolBatch', { tool_calls: [aTool('Bash')] }, thinking],
    [
      'Elicitation',
      { message: 'Name?' },
      ['needs_you', 'awaiting_input', 'A tool asks for input', 'hook'],
    ],
    ['Stop', {}, idle],
    [
      'StopFailure',
      { error: 'overloaded' },
      ['needs_you', 'error', 'The API is overloaded', 'hook'],
    ],
    ['PreCompact', { trigger: 'auto' }, compacting],
    [
      'SessionEnd',
      { reason: 'clear' },
      ['delivered', 'session_ended', 'Session closed: cleared', 'hook'],
    ],
  ];
  for (const [event, fields, is] of events) {
    it(`may be ${event}`, () => {
      new Story().hook(event, fields).is(...is);
    });
  }

  for (const [event, fields] of [
    ['SessionStart', { source: 'compact' }],
    ['PostCompact', {}],
    ['SubagentStart', { agent_id: 'a1', agent_type: 'Explore' }],
    ['SubagentStop', { agent_id: 'a1', agent_type: 'Explore' }],
    ['TaskCreated', { task_id: '1' }],
    ['ElicitationResult', {}],
    ['CwdChanged', {}],
  ] as const) {
    it(`does not decide the state if it is ${event}: registry and transcript do`, () => {
      const story = new Story().prompted().registry('busy').after(10).hook(event, fields);
      assert.deepEqual([story.state.state, story.state.source], ['thinking', 'registry']);
    });
  }
});
