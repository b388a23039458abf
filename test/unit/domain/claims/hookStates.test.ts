import assert from 'node:assert/strict';
import { aRequest, aTool, Story, type Expected } from '../../../support/hub/story';

const thinking: Expected = ['autonomous', 'thinking', 'Generating response...', 'hook'];
const idle: Expected = ['needs_you', 'idle', 'Waiting for your next prompt', 'hook'];
const closed: Expected = ['delivered', 'session_ended', 'Session closed', 'hook'];
const question = { questions: [{ question: 'Which colour?' }] };
const bash = { command: 'npm test' };
const running = [{ id: 'a1', type: 'subagent', status: 'running', agent_type: 'Explore' }];

interface Row {
  readonly title: string;
  readonly tell: (story: Story) => Story;
  readonly is: Expected;
  readonly confidence?: number;
}

/** A session that works on a prompt. */
const working = (story: Story): Story =>
  story.hook('SessionStart', { source: 'startup' }).after(1_000).hook('UserPromptSubmit', {
    prompt: 'Add a cart',
  });

/** A working session with an open Bash call. */
const inBash = (story: Story): Story =>
  working(story).after(100).hook('PreToolUse', aTool('Bash', bash)).after(100);

const rows: readonly Row[] = [
  ...['startup', 'resume', 'clear', 'fork'].map((source) => ({
    title: `SessionStart by ${source} rests`,
    tell: (story: Story) => story.hook('SessionStart', { source }),
    is: idle,
  })),
  {
    title: 'SessionStart after compaction leaves what was',
    tell: (story) => inBash(story).hook('SessionStart', { source: 'compact' }),
    is: ['autonomous', 'acting', 'Running Bash', 'hook'],
  },
  { title: 'a prompt begins a turn', tell: working, is: thinking },
  {
    title: 'a background task that reports begins a turn',
    tell: (story) =>
      story.hook('UserPromptSubmit', { prompt: '<task-notification>\n<task-id>a1</task-id>' }),
    is: thinking,
  },
  {
    title: 'a tool that starts shows by its name',
    tell: inBash,
    is: ['autonomous', 'acting', 'Running Bash', 'hook'],
  },
  ...['Agent', 'Task'].map((name) => ({
    title: `${name} delegates to the subagent it names`,
    tell: (story: Story) =>
      working(story).hook('PreToolUse', aTool(name, { subagent_type: 'Explore' })),
    is: ['autonomous', 'delegating', 'Running Explore subagent', 'hook'] as const,
  })),
  {
    title: 'a question is foretold by its tool',
    tell: (story) => working(story).hook('PreToolUse', aTool('AskUserQuestion', question)),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'hook'],
    confidence: 0.8,
  },
  {
    title: 'a question is certain with its request',
    tell: (story) =>
      working(story)
        .hook('PreToolUse', aTool('AskUserQuestion', question))
        .hook('PermissionRequest', aRequest('AskUserQuestion', question)),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'hook'],
    confidence: 1,
  },
  {
    title: 'a plan is foretold by its tool',
    tell: (story) => working(story).hook('PreToolUse', aTool('ExitPlanMode', { plan: '# Plan' })),
    is: ['needs_you', 'awaiting_approval', 'Plan ready for review', 'hook'],
    confidence: 0.8,
  },
  {
    title: 'a plan is certain with its request',
    tell: (story) =>
      working(story).hook('PermissionRequest', aRequest('ExitPlanMode', { plan: '# Plan' })),
    is: ['needs_you', 'awaiting_approval', 'Plan ready for review', 'hook'],
    confidence: 1,
  },
  {
    title: 'a request for any other tool needs permission',
    tell: (story) => inBash(story).hook('PermissionRequest', aRequest('Bash', bash)),
    is: ['needs_you', 'needs_permission', 'Needs permission: Bash', 'hook'],
    confidence: 1,
  },
  {
    title: 'a request as the first sign of a session needs permission',
    tell: (story) => story.hook('PermissionRequest', aRequest('mcp__db__query', {})),
    is: ['needs_you', 'needs_permission', 'Needs permission: mcp__db__query', 'hook'],
  },
  {
    title: 'an answered question is no longer asked',
    tell: (story) =>
      working(story)
        .hook('PreToolUse', aTool('AskUserQuestion', question))
        .hook('PermissionRequest', aRequest('AskUserQuestion', question))
        .after(5_000)
        .hook('PostToolUse', aTool('AskUserQuestion', { ...question, answers: { a: 'b' } })),
    is: ['autonomous', 'thinking', 'Used AskUserQuestion', 'hook'],
  },
  {
    title: 'a tool that is done leaves its name',
    tell: (story) => inBash(story).hook('PostToolUse', aTool('Bash', bash)),
    is: ['autonomous', 'thinking', 'Used Bash', 'hook'],
  },
  {
    title: 'a batch that is done keeps the name of the last tool',
    tell: (story) =>
      inBash(story)
        .hook('PostToolUse', aTool('Bash', bash))
        .hook('PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_Bash' }] }),
    is: ['autonomous', 'thinking', 'Used Bash', 'hook'],
  },
  {
    title: 'a batch ends the dialog of a call that was denied with feedback',
    tell: (story) =>
      inBash(story)
        .hook('PermissionRequest', aRequest('Bash', bash))
        .after(3_000)
        .hook('PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_Bash' }] }),
    is: thinking,
  },
  {
    title: 'a call that the client denies by itself goes on',
    tell: (story) => inBash(story).hook('PermissionDenied', aTool('Bash', bash, { reason: 'no' })),
    is: ['autonomous', 'thinking', `Blocked by auto mode: ${bash.command}`, 'hook'],
  },
  {
    title: 'a tool that failed is no call for help',
    tell: (story) =>
      inBash(story).hook('PostToolUseFailure', aTool('Bash', bash, { error: 'exit 1' })),
    is: ['autonomous', 'thinking', 'Bash failed, continuing', 'hook'],
  },
  {
    title: 'a tool that was interrupted is one',
    tell: (story) =>
      inBash(story).hook(
        'PostToolUseFailure',
        aTool('Bash', bash, { error: 'aborted', is_interrupt: true }),
      ),
    is: ['needs_you', 'interrupted', 'Interrupted', 'hook'],
  },
  {
    title: 'a notification tells of a dialog that no request told of',
    tell: (story) => inBash(story).hook('Notification', { notification_type: 'permission_prompt' }),
    is: ['needs_you', 'needs_permission', 'Needs permission: Bash', 'hook'],
    confidence: 0.7,
  },
  {
    title: 'a notification adds nothing to a dialog that is known',
    tell: (story) =>
      inBash(story)
        .hook('PermissionRequest', aRequest('Bash', bash))
        .after(6_000)
        .hook('Notification', { notification_type: 'permission_prompt' }),
    is: ['needs_you', 'needs_permission', 'Needs permission: Bash', 'hook'],
    confidence: 1,
  },
  {
    title: 'a form of a tool server asks for input',
    tell: (story) => inBash(story).hook('Elicitation', { message: 'Your name?' }),
    is: ['needs_you', 'awaiting_input', 'A tool asks for input', 'hook'],
  },
  {
    title: 'a form that was filled in is over',
    tell: (story) =>
      inBash(story).hook('Elicitation', { message: 'Your name?' }).hook('ElicitationResult'),
    is: ['autonomous', 'acting', 'Running Bash', 'hook'],
  },
  ...['auth_success', 'agent_completed', 'push_notification', 'never heard of'].map((type) => ({
    title: `a notification of the type "${type}" changes nothing`,
    tell: (story: Story) => inBash(story).hook('Notification', { notification_type: type }),
    is: ['autonomous', 'acting', 'Running Bash', 'hook'] as const,
  })),
  {
    title: 'the idle notification ends a turn whose end was missed',
    tell: (story) => working(story).hook('Notification', { notification_type: 'idle_prompt' }),
    is: idle,
  },
  {
    title: 'Stop rests',
    tell: (story) =>
      working(story).hook('Stop', { background_tasks: [], last_assistant_message: 'Done.' }),
    is: idle,
  },
  {
    title: 'Stop without a list of background tasks rests',
    tell: (story) => working(story).hook('Stop'),
    is: idle,
  },
  {
    title: 'Stop after a question in the text waits for its answer, less certain',
    tell: (story) => working(story).hook('Stop', { last_assistant_message: 'Shall I go on?' }),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'hook'],
    confidence: 0.7,
  },
  {
    title: 'Stop with a running subagent waits for it',
    tell: (story) => working(story).hook('Stop', { background_tasks: running }),
    is: ['autonomous', 'waiting_for_agent', 'Waiting for Explore subagent', 'hook'],
  },
  {
    title: 'Stop with several running tasks counts them',
    tell: (story) =>
      working(story).hook('Stop', { background_tasks: [...running, { type: 'shell' }] }),
    is: ['autonomous', 'waiting_for_agent', 'Waiting for 2 background tasks', 'hook'],
  },
  {
    title: 'Stop with tasks that are all over rests',
    tell: (story) =>
      working(story).hook('Stop', { background_tasks: [{ id: 'a', status: 'completed' }] }),
    is: idle,
  },
  {
    title: 'Stop after the last task of the list delivers it',
    tell: (story) =>
      working(story)
        .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
        .hook('TaskCompleted', { task_id: '1', task_subject: 'the cart' })
        .hook('Stop', { last_assistant_message: 'Anything else?' }),
    is: ['delivered', 'task_complete', 'Finished: the cart', 'hook'],
  },
  {
    title: 'Stop with a task still open rests',
    tell: (story) =>
      working(story)
        .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
        .hook('TaskCreated', { task_id: '2', task_subject: 'the till' })
        .hook('TaskCompleted', { task_id: '1' })
        .hook('Stop'),
    is: idle,
  },
  {
    title: 'Stop with the open task deleted delivers the rest',
    tell: (story) =>
      working(story)
        .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
        .hook('TaskCreated', { task_id: '2', task_subject: 'the till' })
        .hook('TaskCompleted', { task_id: '1' })
        .hook('PreToolUse', aTool('TaskUpdate', { taskId: '2', status: 'deleted' }))
        .hook('PostToolUse', aTool('TaskUpdate', { taskId: '2', status: 'deleted' }))
        .hook('Stop'),
    is: ['delivered', 'task_complete', 'Finished: the cart', 'hook'],
  },
  {
    title: 'Stop of a later turn does not deliver the same list again',
    tell: (story) =>
      working(story)
        .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
        .hook('TaskCompleted', { task_id: '1' })
        .hook('Stop')
        .after(60_000)
        .hook('UserPromptSubmit', { prompt: 'Thanks' })
        .after(1_000)
        .hook('Stop'),
    is: idle,
  },
  {
    title: 'Stop of a turn that a background task began delivers what its human turn completed',
    tell: (story) =>
      working(story)
        .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
        .after(100)
        .hook('Stop', { background_tasks: running })
        .after(5_000)
        .hook('UserPromptSubmit', { prompt: '<task-notification>' })
        .hook('TaskCompleted', { task_id: '1' })
        .hook('Stop', { background_tasks: [] }),
    is: ['delivered', 'task_complete', 'Finished: the cart', 'hook'],
  },
  {
    title: 'the idle notification does not take a delivery back',
    tell: (story) =>
      working(story)
        .hook('TaskCreated', { task_id: '1', task_subject: 'the cart' })
        .hook('TaskCompleted', { task_id: '1' })
        .hook('Stop')
        .after(60_000)
        .hook('Notification', { notification_type: 'idle_prompt' }),
    is: ['delivered', 'task_complete', 'Finished: the cart', 'hook'],
  },
  ...[
    ['rate_limit', 'Rate limit reached'],
    ['overloaded', 'The API is overloaded'],
    ['server_error', 'API server error'],
    ['authentication_failed', 'Authentication failed'],
    ['model_not_found', 'Model not found'],
    ['invalid_request', 'The API refused the request'],
    ['unknown', 'API Error: 400 no such beta'],
  ].map(([error = '', label = '']) => ({
    title: `a turn that ends with ${error} says what failed`,
    tell: (story: Story) =>
      working(story).hook('StopFailure', {
        error,
        last_assistant_message: 'API Error: 400 no such beta\nand more',
      }),
    is: ['needs_you', 'error', label, 'hook'] as const,
  })),
  {
    title: 'compaction shows while it runs',
    tell: (story) => working(story).hook('PreCompact', { trigger: 'auto' }),
    is: ['autonomous', 'compacting', 'Compacting the conversation', 'hook'],
  },
  {
    title: 'automatic compaction goes on with the turn',
    tell: (story) =>
      working(story)
        .hook('PreCompact', { trigger: 'auto' })
        .hook('SubagentStop', { agent_id: 'a9', agent_type: '' })
        .hook('SessionStart', { source: 'compact' })
        .hook('PostCompact', { trigger: 'auto' }),
    is: thinking,
  },
  {
    title: 'compaction of a client that rests leaves it at rest, as it was',
    tell: (story) =>
      inBash(story)
        .hook('Stop', { last_assistant_message: 'Which one?' })
        .after(3_240_000)
        .hook('PreCompact', { trigger: 'auto' })
        .after(200)
        .hook('SessionStart', { source: 'compact' })
        .hook('PostCompact', { trigger: 'auto' }),
    is: ['needs_you', 'awaiting_input', 'Asked you a question', 'hook'],
  },
  {
    title: 'manual compaction ends at the prompt',
    tell: (story) =>
      working(story)
        .hook('Stop')
        .hook('PreCompact', { trigger: 'manual' })
        .hook('PostCompact', { trigger: 'manual' })
        .hook('SessionStart', { source: 'compact' }),
    is: idle,
  },
  ...['prompt_input_exit', 'other', 'never heard of'].map((reason) => ({
    title: `SessionEnd by ${reason} closes the session`,
    tell: (story: Story) => working(story).hook('Stop').hook('SessionEnd', { reason }),
    is: closed,
    confidence: 1,
  })),
  {
    title: 'SessionEnd by clear says so',
    tell: (story) => working(story).hook('Stop').hook('SessionEnd', { reason: 'clear' }),
    is: ['delivered', 'session_ended', 'Session closed: cleared', 'hook'],
  },
  {
    title: 'SessionEnd in the middle of a turn cuts the work off',
    tell: (story) => working(story).hook('SessionEnd', { reason: 'other' }),
    is: ['delivered', 'cancelled', 'Session closed while working', 'hook'],
  },
  {
    title: 'SessionEnd while only a server runs on cuts nothing off',
    tell: (story) =>
      working(story)
        .hook('Stop', { background_tasks: [{ type: 'shell', status: 'running' }] })
        .hook('SessionEnd', { reason: 'other' }),
    is: closed,
  },
  {
    title: 'SessionEnd after an error leaves a failed session',
    tell: (story) =>
      working(story)
        .hook('StopFailure', { error: 'rate_limit' })
        .hook('SessionEnd', { reason: 'other' }),
    is: ['delivered', 'failed', 'Failed: Rate limit reached', 'hook'],
  },
  {
    title: 'a closed session that is resumed rests again',
    tell: (story) =>
      working(story)
        .hook('SessionEnd', { reason: 'other' })
        .after(60_000)
        .hook('SessionStart', { source: 'resume' }, 4712),
    is: idle,
  },
  {
    title: 'an event of a newer client changes nothing',
    tell: (story) => inBash(story).hook('FromTheFuture'),
    is: ['autonomous', 'acting', 'Running Bash', 'hook'],
  },
];

describe('By hooks alone,', () => {
  for (const { title, tell, is, confidence } of rows) {
    it(title, () => {
      const story = tell(new Story()).is(...is);
      if (confidence !== undefined) assert.equal(story.state.confidence, confidence);
    });
  }
});
