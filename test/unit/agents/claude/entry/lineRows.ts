export type Json = Readonly<Record<string, unknown>>;

export const user = (content: unknown, fields: Json = {}): Json => ({
  type: 'user',
  message: { role: 'user', content },
  ...fields,
});
export const text = (value: string): Json => ({ type: 'text', text: value });
const notification = '<task-notification>\n<task-id>a1</task-id>\n</task-notification>';

export interface Row {
  readonly title: string;
  readonly line: Json;
  /** Fields of the parsed line; it may have others. */
  readonly is: Json;
}

/** Lines of every kind, with the expected result of parsing. */
export const lineRows: readonly Row[] = [
  {
    title: 'a typed prompt',
    line: user('Add a cart', { origin: { kind: 'human' }, permissionMode: 'plan' }),
    is: { kind: 'prompt', text: 'Add a cart', human: true, permissionMode: 'plan' },
  },
  {
    title: 'a prompt with a picture',
    line: user([{ type: 'image', source: {} }, text('What is this?')]),
    is: { kind: 'prompt', text: 'What is this?', human: true },
  },
  {
    title: 'a prompt that the client makes',
    line: user(notification),
    is: { kind: 'prompt', text: notification, human: false },
  },
  {
    title: 'a prompt that the client says it makes',
    line: user('Wake up', { origin: { kind: 'task-notification' } }),
    is: { kind: 'prompt', human: false },
  },
  { title: 'a note of the client', line: user('Caveat', { isMeta: true }), is: { kind: 'other' } },
  {
    title: 'the summary of a compaction',
    line: user('This session is …', { isCompactSummary: true }),
    is: { kind: 'other' },
  },
  {
    title: "a command of the client's own",
    line: user('<command-name>/clear</command-name>\n<command-args></command-args>'),
    is: { kind: 'other' },
  },
  {
    title: 'a command that is a prompt',
    line: user(
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>all files</command-args>',
      { permissionMode: 'default' },
    ),
    is: { kind: 'prompt', text: '/review all files', human: true },
  },
  {
    title: 'a command that is a prompt by its origin alone, without words of its own',
    line: user('<command-name>review</command-name>', { origin: { kind: 'human' } }),
    is: { kind: 'prompt', text: '/review', human: true },
  },
  {
    title: 'a command that is a prompt, of 2.1.98 to 2.1.101',
    line: user(
      '<command-message>ship</command-message>\n<command-name>/ship</command-name>\n<command-args>now</command-args>',
    ),
    is: { kind: 'prompt', text: '/ship now', human: true },
  },
  {
    title: 'what a Stop hook sends the agent on with',
    line: user('Stop hook feedback:\nThe checks failed.', { isMeta: true }),
    is: { kind: 'prompt', human: false },
  },
  {
    title: 'the beginning of a goal',
    line: user('A session-scoped Stop hook is now active with condition: "Ship it".', {
      isMeta: true,
    }),
    is: { kind: 'prompt', human: false },
  },
  {
    title: 'a prompt that speaks of a command',
    line: user('What is <command-name>/clear</command-name>?'),
    is: { kind: 'prompt', text: 'What is <command-name>/clear</command-name>?', human: true },
  },
  {
    title: "a command's output",
    line: user('<local-command-stdout>ok</local-command-stdout>'),
    is: { kind: 'other' },
  },
  {
    title: 'a prompt of several texts',
    line: user([text('One'), text('Two')]),
    is: { kind: 'prompt', text: 'One\nTwo' },
  },
  {
    title: 'a prompt of a picture alone',
    line: user([{ type: 'image', source: {} }]),
    is: { kind: 'other' },
  },
  { title: 'a shell line', line: user('<bash-input>ls</bash-input>'), is: { kind: 'other' } },
  {
    title: 'an interruption',
    line: user([text('[Request interrupted by user]')]),
    is: { kind: 'interrupted' },
  },
  {
    title: 'an interruption by the end of the client, with a line break behind it',
    line: user([text('[This turn ended before it finished.]\n')]),
    is: { kind: 'interrupted' },
  },
  {
    title: 'an interruption of a tool',
    line: user('[Request interrupted by user for tool use]'),
    is: { kind: 'interrupted' },
  },
  {
    title: 'results of tools',
    line: user([
      { type: 'tool_result', tool_use_id: 't1', content: 'ok' },
      { type: 'tool_result', tool_use_id: 't2', is_error: true },
      { type: 'tool_result' },
      null,
    ]),
    is: {
      kind: 'toolResults',
      results: [
        { toolUseId: 't1', isError: false, rejected: false },
        { toolUseId: 't2', isError: true, rejected: false },
      ],
    },
  },
  {
    title: 'a result that a person refused',
    line: user([{ type: 'tool_result', tool_use_id: 't1', is_error: true }], {
      toolDenialKind: 'user-rejected',
    }),
    is: {
      kind: 'toolResults',
      results: [{ toolUseId: 't1', isError: true, rejected: true, denied: true }],
    },
  },
  {
    title: 'blocks of a newer client that name a tool use',
    line: user([{ type: 'tool_echo', tool_use_id: 't1' }]),
    is: { kind: 'other' },
  },
  {
    title: 'a result that made a task',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: { task: { id: '4', subject: 'Write it' } },
    }),
    is: {
      kind: 'toolResults',
      results: [
        {
          toolUseId: 't1',
          isError: false,
          rejected: false,
          task: { id: '4', subject: 'Write it' },
        },
      ],
    },
  },
  {
    title: 'a result that made a task without a name',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: { task: { id: '4' } },
    }),
    is: {
      kind: 'toolResults',
      results: [
        { toolUseId: 't1', isError: false, rejected: false, task: { id: '4', subject: 'Task 4' } },
      ],
    },
  },
  {
    title: 'a result that leaves a shell behind',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: { backgroundTaskId: 'b1' },
    }),
    is: {
      kind: 'toolResults',
      results: [
        {
          toolUseId: 't1',
          isError: false,
          rejected: false,
          launched: { id: 'b1', type: 'shell' },
        },
      ],
    },
  },
  {
    title: 'a result that leaves a subagent behind',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: { status: 'async_launched', agentId: 'a1' },
    }),
    is: {
      kind: 'toolResults',
      results: [
        {
          toolUseId: 't1',
          isError: false,
          rejected: false,
          launched: { id: 'a1', type: 'subagent' },
        },
      ],
    },
  },
  {
    title: 'a result of a subagent that has ended',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: { status: 'completed', agentId: 'a1' },
    }),
    is: { kind: 'toolResults', results: [{ toolUseId: 't1', isError: false, rejected: false }] },
  },
  {
    title: 'a result whose task has no number',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: { task: { subject: 'Write it' } },
    }),
    is: {
      kind: 'toolResults',
      results: [{ toolUseId: 't1', isError: false, rejected: false }],
    },
  },
  {
    title: 'an answer',
    line: {
      type: 'assistant',
      message: {
        model: 'claude-sonnet-4-5',
        content: [text('Hello'), text('there')],
        stop_reason: 'end_turn',
        usage: { input_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
      },
    },
    is: {
      kind: 'assistant',
      model: 'claude-sonnet-4-5',
      text: 'Hello\nthere',
      toolUses: [],
      stopReason: 'end_turn',
      contextTokens: 125,
    },
  },
  {
    title: 'a tool use',
    line: {
      type: 'assistant',
      message: {
        content: [
          { type: 'thinking', thinking: 'Hm', text: 'none of the answer' },
          { type: 'server_tool_use', id: 't0', name: 'web_search', input: {} },
          { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
          { type: 'tool_use', name: 'no id' },
          { type: 'tool_use', id: 'no name' },
        ],
        stop_reason: 'tool_use',
      },
    },
    is: {
      kind: 'assistant',
      text: undefined,
      toolUses: [{ id: 't1', name: 'Bash', input: { command: 'ls' } }],
    },
  },
  {
    title: 'an answer that the client made up',
    line: {
      type: 'assistant',
      message: { model: '<synthetic>', content: [text('No response requested.')], usage: {} },
    },
    is: { kind: 'assistant', model: undefined, contextTokens: undefined },
  },
  {
    title: 'an API error',
    line: {
      type: 'assistant',
      isApiErrorMessage: true,
      error: 'rate_limit',
      message: { model: '<synthetic>', content: [text('API Error: 429')] },
    },
    is: { kind: 'apiError', error: 'rate_limit', text: 'API Error: 429' },
  },
  {
    title: 'an API error without its kind',
    line: { type: 'assistant', isApiErrorMessage: true, message: { content: [] } },
    is: { kind: 'apiError', error: 'unknown', text: '' },
  },
  {
    title: 'an answer with a part of its usage',
    line: {
      type: 'assistant',
      message: { model: 'claude-sonnet-4-5', usage: { input_tokens: 5, output_tokens: 9 } },
    },
    is: { kind: 'assistant', contextTokens: 5 },
  },
  {
    title: 'an answer without usage',
    line: { type: 'assistant', message: { model: 'claude-sonnet-4-5' } },
    is: { kind: 'assistant', model: 'claude-sonnet-4-5', contextTokens: undefined },
  },
  {
    title: 'the end of a turn',
    line: { type: 'system', subtype: 'turn_duration', durationMs: 5 },
    is: { kind: 'turnEnded' },
  },
  {
    title: 'a request that the client repeats',
    line: {
      type: 'system',
      subtype: 'api_error',
      retryAttempt: 2,
      maxRetries: 10,
      retryInMs: 4_000,
    },
    is: { kind: 'retrying', attempt: 2, maxRetries: 10, retryInMs: 4_000 },
  },
  {
    title: 'a request that an older client repeats',
    line: { type: 'system', subtype: 'api_error' },
    is: { kind: 'retrying', attempt: 1, maxRetries: undefined, retryInMs: 0 },
  },
  {
    title: 'a compaction',
    line: {
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: 100, postTokens: 7 },
    },
    is: { kind: 'compacted', trigger: 'auto', preTokens: 100, postTokens: 7 },
  },
  {
    title: 'a prompt that was taken in mid-turn',
    line: { type: 'attachment', attachment: { type: 'queued_command', prompt: 'And tests' } },
    is: { kind: 'prompt', text: 'And tests', human: true, queued: true },
  },
  {
    title: 'a task that reported mid-turn',
    line: { type: 'attachment', attachment: { type: 'queued_command', prompt: notification } },
    is: { kind: 'prompt', human: false, queued: true },
  },
  {
    title: 'another attachment',
    line: { type: 'attachment', attachment: { type: 'plan_mode', prompt: 'None of a person' } },
    is: { kind: 'other' },
  },
  {
    title: 'a queued command without words',
    line: { type: 'attachment', attachment: { type: 'queued_command' } },
    is: { kind: 'other' },
  },
  {
    title: 'a title of the client',
    line: { type: 'ai-title', aiTitle: 'Cart' },
    is: { kind: 'title', source: 'ai', title: 'Cart' },
  },
  {
    title: 'a title of the user',
    line: { type: 'custom-title', customTitle: 'My cart' },
    is: { kind: 'title', source: 'custom', title: 'My cart' },
  },
  {
    title: 'a title of an old client',
    line: { type: 'summary', summary: 'Old cart' },
    is: { kind: 'title', source: 'summary', title: 'Old cart' },
  },
  {
    title: 'a title that is no text',
    line: { type: 'custom-title', customTitle: 7 },
    is: { kind: 'other' },
  },
  {
    title: 'a permission mode',
    line: { type: 'permission-mode', permissionMode: 'plan' },
    is: { kind: 'permissionMode', mode: 'plan' },
  },
  {
    title: 'a permission mode that is not named',
    line: { type: 'permission-mode' },
    is: { kind: 'other' },
  },
  { title: 'bookkeeping', line: { type: 'mode', mode: 'x' }, is: { kind: 'other' } },
];
