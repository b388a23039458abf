import assert from 'node:assert/strict';
import { start, Story, type Expected } from '../../../support/hub/story';

const minute = 60_000;
const idle: Expected = ['needs_you', 'idle', 'Waiting for your next prompt', 'registry'];

interface Row {
  readonly title: string;
  readonly tell: (story: Story) => Story;
  readonly is: Expected;
}

/** The registry of a working session, and its state in the transcript. */
const working = (story: Story): Story => story.prompted().after(50).registry('busy').after(500);

const rows: readonly Row[] = [
  {
    title: 'busy works',
    tell: working,
    is: ['autonomous', 'thinking', 'Generating response...', 'registry'],
  },
  {
    title: 'busy names the tool that the transcript shows open',
    tell: (story) => working(story).called('Bash', { command: 'ls' }),
    is: ['autonomous', 'acting', 'Running Bash', 'registry'],
  },
  {
    title: 'busy delegates where that is a subagent',
    tell: (story) => working(story).called('Agent', { subagent_type: 'Plan' }),
    is: ['autonomous', 'delegating', 'Running Plan subagent', 'registry'],
  },
  {
    title: 'busy thinks again after the result',
    tell: (story) => working(story).called('Bash').after(100).result('Bash'),
    is: ['autonomous', 'thinking', 'Generating response...', 'registry'],
  },
  {
    title: 'busy compacts where the transcript shows that its turn does',
    tell: (story) => story.registry('idle').after(50).line({ kind: 'compacting' }).registry('busy'),
    is: ['autonomous', 'compacting', 'Compacting the conversation', 'registry'],
  },
  {
    title: 'busy repeats a request',
    tell: (story) =>
      working(story).registry('busy', {
        retry: { at: story.now, attempt: 2, maxRetries: 5, untilMs: story.now },
      }),
    is: ['autonomous', 'retrying', 'Retrying: attempt 2 of 5', 'registry'],
  },
  {
    title: 'idle says that the turn failed before the transcript does',
    tell: (story) => working(story).registry('idle', { hasFailed: true }),
    is: ['needs_you', 'error', 'API error', 'registry'],
  },
  { title: 'idle rests', tell: (story) => story.registry('idle'), is: idle },
  { title: 'no status yet rests', tell: (story) => story.registry(undefined), is: idle },
  {
    title: 'a permission prompt names its tool',
    tell: (story) =>
      working(story)
        .called('Bash')
        .after(100)
        .registry('waiting', { waitingFor: 'permission prompt' }),
    is: ['needs_you', 'needs_permission', 'Needs permission: Bash', 'registry'],
  },
  {
    title: 'a permission prompt whose tool is not written yet',
    tell: (story) => working(story).registry('waiting', { waitingFor: 'permission prompt' }),
    is: ['needs_you', 'needs_permission', 'Needs permission', 'registry'],
  },
  {
    title: 'a permission prompt for a question, as older clients call it',
    tell: (story) =>
      working(story)
        .called('AskUserQuestion')
        .registry('waiting', { waitingFor: 'permission prompt' }),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'registry'],
  },
  {
    title: 'a permission prompt for a plan',
    tell: (story) =>
      working(story)
        .called('ExitPlanMode')
        .registry('waiting', { waitingFor: 'permission prompt' }),
    is: ['needs_you', 'awaiting_approval', 'Plan ready for review', 'registry'],
  },
  {
    title: 'input for a question',
    tell: (story) =>
      working(story).called('AskUserQuestion').registry('waiting', { waitingFor: 'input needed' }),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'registry'],
  },
  {
    title: 'input for a form of a tool server',
    tell: (story) =>
      working(story).called('mcp__db__query').registry('waiting', { waitingFor: 'input needed' }),
    is: ['needs_you', 'awaiting_input', 'A tool asks for input', 'registry'],
  },
  {
    title: 'a menu',
    tell: (story) => story.registry('waiting', { waitingFor: 'dialog open' }),
    is: ['needs_you', 'awaiting_input', 'A dialog is open', 'registry'],
  },
  {
    title: 'whatever else a newer client waits for, in its own words',
    tell: (story) => story.registry('waiting', { waitingFor: 'sandbox request' }),
    is: ['needs_you', 'awaiting_input', 'Needs you: sandbox request', 'registry'],
  },
  {
    title: 'an interruption that only the transcript tells',
    tell: (story) => working(story).line({ kind: 'interrupted' }).after(20).registry('idle'),
    is: ['needs_you', 'interrupted', 'Interrupted', 'registry'],
  },
  {
    title: 'an error that only the transcript tells',
    tell: (story) =>
      working(story)
        .line({ kind: 'apiError', error: 'rate_limit', text: 'API Error: 429' })
        .registry('idle'),
    is: ['needs_you', 'error', 'Rate limit reached', 'registry'],
  },
  {
    title: 'an answer that ends with a question',
    tell: (story) => working(story).answered('Shall I?').registry('idle'),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'registry'],
  },
  {
    title: 'what an earlier process left is no state of this one',
    tell: (story) =>
      story
        .line({ kind: 'apiError', error: 'rate_limit', text: 'API Error: 429' })
        .after(minute)
        .registry('idle', { startedAt: start + minute }),
    is: idle,
  },
  {
    title: 'a background shell keeps the session waiting for a while',
    tell: (story) =>
      working(story)
        .registry('shell')
        .after(9 * minute),
    is: ['autonomous', 'waiting_for_agent', 'Waiting for a background shell', 'registry'],
  },
  {
    title: 'a background shell that goes on for long leaves the prompt free',
    tell: (story) =>
      working(story)
        .registry('shell')
        .after(10 * minute),
    is: idle,
  },
  {
    title: 'a background shell that ends wakes the agent',
    tell: (story) => working(story).registry('shell').after(minute).registry('idle').after(900),
    is: ['autonomous', 'waiting_for_agent', 'Waiting for a background shell', 'registry'],
  },
  {
    title: 'a background shell that ends and wakes nobody leaves the prompt free',
    tell: (story) => working(story).registry('shell').after(minute).registry('idle').after(1_000),
    is: idle,
  },
  {
    title: 'a server that ends after long wakes nobody',
    tell: (story) =>
      working(story)
        .registry('shell')
        .after(11 * minute)
        .registry('idle'),
    is: idle,
  },
  {
    title: 'a subagent that ends after the turn wakes the agent',
    tell: (story) =>
      working(story)
        .answered('Launched.')
        .after(minute)
        .subagentWrote()
        .registry('idle')
        .after(900),
    is: ['autonomous', 'waiting_for_agent', 'Waiting for a subagent', 'registry'],
  },
  {
    title: 'a subagent that ends after the turn and wakes nobody leaves the prompt free',
    tell: (story) =>
      working(story)
        .answered('Launched.')
        .after(minute)
        .subagentWrote()
        .registry('idle')
        .after(1_000),
    is: idle,
  },
  {
    title: 'a subagent of the turn itself wakes nobody',
    tell: (story) =>
      working(story).subagentWrote().after(50).answered('It is back.').after(50).registry('idle'),
    is: idle,
  },
  {
    title: 'a process that ended',
    tell: (story) => working(story).gone('exited'),
    is: ['delivered', 'session_ended', 'Session closed', 'registry'],
  },
  {
    title: 'a terminal that was closed on a working agent',
    tell: (story) => working(story).registry('busy', { entrypoint: 'cli' }).gone('exited'),
    is: ['delivered', 'cancelled', 'Session closed while working', 'registry'],
  },
  {
    title: 'a process that was killed',
    tell: (story) => working(story).gone('killed'),
    is: ['delivered', 'cancelled', 'Session closed: process killed while working', 'registry'],
  },
  {
    title: 'a process that went on with another session',
    tell: (story) => working(story).gone('moved'),
    is: ['delivered', 'session_ended', 'Session closed', 'registry'],
  },
  {
    title: 'one of two processes that ended leaves the other',
    tell: (story) =>
      story
        .registry('busy')
        .registry('idle', { pid: 5000, procStart: '7' })
        .after(100)
        .gone('exited', 5000),
    is: ['autonomous', 'thinking', 'Generating response...', 'registry'],
  },
  {
    title: 'the process that did something last speaks for both',
    tell: (story) =>
      story.registry('idle').after(100).registry('busy', { pid: 5000, procStart: '7' }),
    is: ['autonomous', 'thinking', 'Generating response...', 'registry'],
  },
];

describe('By registry and transcript alone,', () => {
  for (const { title, tell, is } of rows) it(title, () => void tell(new Story()).is(...is));

  it('background work and the turn that its end starts are one period of work', () => {
    const story = working(new Story()).registry('shell');
    const { since } = story.resolution;
    story.after(minute).registry('idle');
    assert.deepEqual(
      [story.resolution.since, story.resolution.recheckAt],
      [since, story.now + 1_000],
    );
    story
      .after(100)
      .registry('busy')
      .is('autonomous', 'thinking', 'Generating response...', 'registry');
  });

  it('a session that resumes after the end of its process is running', () => {
    const story = new Story().registry('idle').after(minute).gone('exited').after(minute);
    story.registry('idle', { pid: 5000, procStart: '7', startedAt: story.now }).is(...idle);
    assert.equal(story.card.pid, 5000);
  });

  it('a resumed conversation starts at its first entry, and one without entries at its process', () => {
    const story = new Story()
      .prompted('Hello')
      .after(minute)
      .registry('idle', { startedAt: start + minute });
    assert.equal(story.card.startedAt, new Date(start).toISOString());
    const bare = new Story().registry('idle');
    assert.equal(bare.card.startedAt, new Date(start).toISOString());
  });

  it('entries without a time do not move the session’s start to 1970', () => {
    const facts = new Story();
    facts.lineWithoutTime({ kind: 'title', source: 'summary', title: 'Cart' });
    facts.prompted().registry('idle');
    assert.equal(facts.card.startedAt, new Date(start).toISOString());
  });
});

describe('A process', () => {
  const processes = (story: Story): unknown[] =>
    story.facts.processes.map(({ pid, procStart, gone }) => [pid, procStart, gone?.how]);

  it('whose start a hook did not contain is matched with its registry file', () => {
    const story = new Story().registry(undefined, { procStart: undefined }).after(50);
    story.registry('busy', { procStart: 'Mon Mar  2' }).registry('idle', { procStart: undefined });
    assert.deepEqual(processes(story), [[4711, 'Mon Mar  2', undefined]]);
    story.is(...idle);
  });

  it('with the id of an ended one is a different one', () => {
    const story = new Story().registry('idle').gone('killed').after(minute);
    story.registry('busy', { procStart: undefined });
    assert.deepEqual(processes(story), [
      [4711, '1000', 'killed'],
      [4711, undefined, undefined],
    ]);
    assert.deepEqual(processes(new Story().registry('idle').registry('busy', { procStart: '2' })), [
      [4711, '1000', undefined],
      [4711, '2', undefined],
    ]);
  });
});

describe('By the transcript alone,', () => {
  const old = { version: '2.1.27' } as const;
  const prompt = (story: Story): Story =>
    story.line({ ...old, kind: 'prompt', text: 'Go', human: true });

  const table: readonly Row[] = [
    {
      title: 'a prompt works',
      tell: prompt,
      is: ['autonomous', 'thinking', 'Generating response...', 'jsonl'],
    },
    {
      title: 'a tool use acts',
      tell: (story) => prompt(story).called('Bash'),
      is: ['autonomous', 'acting', 'Running Bash', 'jsonl'],
    },
    {
      title: 'an open question asks',
      tell: (story) => prompt(story).called('AskUserQuestion'),
      is: ['needs_you', 'awaiting_input', 'Asked you a question', 'jsonl'],
    },
    {
      title: 'an open plan waits',
      tell: (story) => prompt(story).called('ExitPlanMode'),
      is: ['needs_you', 'awaiting_approval', 'Plan ready for review', 'jsonl'],
    },
    {
      title: 'an answer rests',
      tell: (story) => prompt(story).answered('Done.'),
      is: ['needs_you', 'idle', 'Waiting for your next prompt', 'jsonl'],
    },
    {
      title: 'an answer that asks waits for one',
      tell: (story) => prompt(story).answered('Done. Shall I commit?'),
      is: ['needs_you', 'awaiting_input', 'Asked you a question', 'jsonl'],
    },
    {
      title: 'a cut answer works until the end of its turn is written',
      tell: (story) => prompt(story).answered('Done.', 'tool_use'),
      is: ['autonomous', 'thinking', 'Generating response...', 'jsonl'],
    },
    {
      title: 'the end of a turn rests',
      tell: (story) => prompt(story).answered('Done.', 'max_tokens').line({ kind: 'turnEnded' }),
      is: ['needs_you', 'idle', 'Waiting for your next prompt', 'jsonl'],
    },
    {
      title: 'an interruption needs the person',
      tell: (story) => prompt(story).called('Bash').result('Bash').line({ kind: 'interrupted' }),
      is: ['needs_you', 'interrupted', 'Interrupted', 'jsonl'],
    },
    {
      title: 'an API error needs the person',
      tell: (story) =>
        prompt(story).line({ kind: 'apiError', error: 'overloaded', text: 'API Error' }),
      is: ['needs_you', 'error', 'The API is overloaded', 'jsonl'],
    },
    {
      title: 'a queued prompt leaves the tool running',
      tell: (story) =>
        prompt(story)
          .called('Bash')
          .line({ kind: 'prompt', text: 'And then?', human: true, queued: true }),
      is: ['autonomous', 'acting', 'Running Bash', 'jsonl'],
    },
    {
      title: 'a client that keeps a registry and is not in it has ended',
      tell: (story) =>
        story
          .line({ kind: 'prompt', text: 'Go', human: true, version: '2.1.85' })
          .answered('Done.'),
      is: ['delivered', 'session_ended', 'Session closed', 'jsonl'],
    },
    {
      title: 'ten minutes of silence end the session of an older one',
      tell: (story) =>
        prompt(story)
          .answered('Done.')
          .after(10 * minute),
      is: ['delivered', 'session_ended', 'Session closed', 'jsonl'],
    },
  ];
  for (const { title, tell, is } of table) it(title, () => void tell(new Story()).is(...is));

  it('a session is rechecked until its silence ends it', () => {
    const story = prompt(new Story()).called('Bash').after(30_000);
    story.line({ kind: 'title', source: 'ai', title: 'A late line' });
    let rechecks = 0;
    for (let at = story.resolution.recheckAt; at !== undefined; at = story.resolution.recheckAt) {
      assert.ok(at > story.now && rechecks < 10, 'looks at once, again and again');
      rechecks += 1;
      story.now = at;
    }
    story.is('delivered', 'session_ended', 'Session closed', 'jsonl');
  });
});
