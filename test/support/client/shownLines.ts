/** Default hook name of lines whose content does not name one. */
const hookName = 'Stop';

const system = (subtype: string, fields: object) => ({ type: 'system', subtype, ...fields });
const attachment = (type: string, fields: object) => ({
  type: 'attachment',
  attachment: { type, hookName, ...fields },
});

/**
 * Lines that the client's terminal shows, each with its notice and a word that the line contains.
 */
export const shownLines: readonly (readonly [line: object, notice: string, word: string])[] = [
  [
    system('away_summary', { content: 'Built the cart. Next: its tests.' }),
    'Recap: Built the cart. Next: its tests.',
    'cart',
  ],
  [
    attachment('hook_system_message', { content: 'formatter ran', hookName: 'PostToolUse' }),
    'Hook PostToolUse: formatter ran',
    'formatter',
  ],
  [
    attachment('hook_stopped_continuation', { message: 'budget gone' }),
    'Hook Stop stopped the agent: budget gone',
    'budget',
  ],
  [attachment('hook_stopped_continuation', {}), 'Hook Stop stopped the agent', 'Stop'],
  [
    attachment('hook_stopped_continuation', { hookName: '', message: '\u001B[31m\u001B[0m ' }),
    'A hook stopped the agent',
    'hook',
  ],
  [
    attachment('hook_non_blocking_error', {
      stderr: 'lint.sh: not found',
      stdout: '',
      exitCode: 1,
    }),
    'Hook Stop failed: lint.sh: not found',
    'lint',
  ],
  [
    attachment('hook_non_blocking_error', { hookName: 'Format', stderr: '', exitCode: 127 }),
    'Hook Format failed: exit code 127',
    'Format',
  ],
  [
    attachment('hook_blocking_error', { blockingError: { blockingError: 'tests red' } }),
    'A hook objected: tests red',
    'red',
  ],
  [
    system('stop_hook_summary', { hookCount: 2, hookErrors: ['exit 1: tests red', 'slow'] }),
    'Stop hook failed: exit 1: tests red; slow',
    'red',
  ],
  [
    attachment('hook_success', { hookName: 'SessionStart:startup', content: 'mind the rules' }),
    'Hook SessionStart:startup: mind the rules',
    'rules',
  ],
  [
    attachment('diagnostics', {
      files: [
        { uri: '/home/dev/shop/a.ts', diagnostics: [{ message: 'Cannot find x' }, null] },
        { diagnostics: [{ message: 'Unused y' }] },
      ],
    }),
    'New problems: a.ts: Cannot find x; Unused y',
    'Unused',
  ],
  [
    {
      type: 'pr-link',
      prNumber: 7,
      prUrl: 'https://github.com/dev/shop/pull/7',
      prRepository: 'dev/shop',
    },
    'Pull request dev/shop#7 · https://github.com/dev/shop/pull/7',
    'github',
  ],
  [
    { type: 'pr-link', prUrl: 'https://github.com/dev/shop/pull/7', prRepository: 'dev/shop' },
    'Pull request dev/shop · https://github.com/dev/shop/pull/7',
    'github',
  ],
  [
    { type: 'pr-link', prUrl: 'https://github.com/dev/shop/pull/7' },
    'Pull request · https://github.com/dev/shop/pull/7',
    'github',
  ],
  [system('model_refusal_fallback', { content: 'Switched model' }), 'Switched model', 'Switched'],
  [system('scheduled_task_fire', { content: 'Running task' }), 'Running task', 'Running'],
  [system('agents_killed', { content: '2 agents stopped' }), '2 agents stopped', 'stopped'],
  [system('permission_retry', { content: 'Allowed make' }), 'Allowed make', 'make'],
  [system('error', { content: 'Could not write file' }), 'Could not write file', 'write'],
  [
    attachment('file', { filename: '/home/dev/notes.md', displayPath: 'notes.md' }),
    'Mentioned: notes.md',
    'notes',
  ],
  [
    attachment('hook_error_during_execution', { content: 'spawn failed' }),
    'Hook Stop failed: spawn failed',
    'spawn',
  ],
  [attachment('hook_deferred_tool', { toolName: 'Bash' }), 'Hook Stop put off Bash', 'Bash'],
  [
    attachment('hook_permission_decision', { hookEvent: 'PermissionRequest', decision: 'allow' }),
    'Allowed by hook PermissionRequest',
    'PermissionRequest',
  ],
  [
    attachment('hook_permission_decision', { hookEvent: 'PreToolUse', decision: 'deny' }),
    'Denied by hook PreToolUse',
    'PreToolUse',
  ],
  [attachment('already_read_file', { displayPath: 'a.ts' }), 'Mentioned: a.ts', 'a.ts'],
  [attachment('pdf_reference', { displayPath: 'a.pdf' }), 'Mentioned: a.pdf', 'a.pdf'],
  [attachment('compact_file_reference', { displayPath: 'b.ts' }), 'Mentioned: b.ts', 'b.ts'],
  [attachment('at_mention_reference', { mentions: ['@a', '@b'] }), 'Mentioned: @a, @b', '@b'],
  [attachment('mcp_resource', { uri: 'db://orders' }), 'Mentioned: db://orders', 'orders'],
  [
    attachment('selected_lines_in_ide', { displayPath: 'a.ts', lineStart: 3, lineEnd: 7 }),
    'Selected 5 lines of a.ts',
    'a.ts',
  ],
  [attachment('selected_lines_in_diff', { lineCount: 1 }), 'Selected 1 line of the diff', 'diff'],
  [attachment('nested_memory', { displayPath: 'src/CLAUDE.md' }), 'Loaded: src/CLAUDE.md', 'src'],
  [attachment('dynamic_skill', { displayPath: 'skills' }), 'Loaded: skills', 'skills'],
  [attachment('plan_file_reference', { planFilePath: '/p/x.md' }), 'Plan: /p/x.md', 'x.md'],
  [
    attachment('invoked_skills', { skills: [{ name: 'pdf' }, { name: 'xlsx' }, null] }),
    'Skills loaded again: pdf, xlsx',
    'xlsx',
  ],
  [attachment('relevant_memories', { memories: [{}, {}] }), 'Recalled 2 memories', 'memories'],
  [attachment('skill_listing', { skillCount: 2 }), '2 skills available', 'skills'],
  [
    attachment('agent_listing_delta', { addedTypes: ['a', 'b'], builtInPluginTypes: ['b'] }),
    '1 more kind of agent',
    'agent',
  ],
  [attachment('goal_status', { met: true }), 'Goal reached', 'Goal'],
  [attachment('goal_status', { met: false }), 'Goal not reached yet, goes on', 'Goal'],
  [
    attachment('goal_status', { failed: true, reason: 'no network' }),
    'Goal not reached: no network',
    'network',
  ],
  [
    attachment('task_status', { description: 'npm test', status: 'completed' }),
    'Background task “npm test” is done',
    'npm',
  ],
  [
    attachment('task_status', { description: 'npm test', status: 'killed' }),
    'Background task “npm test” was stopped',
    'npm',
  ],
  [attachment('teammate_shutdown_batch', { count: 2 }), '2 teammates shut down', 'teammates'],
  [
    attachment('teammate_mailbox', {
      messages: [
        { from: 'tester', text: 'All green' },
        { from: 'tester', text: '{"type":"idle_notification"}' },
        null,
      ],
    }),
    'Message from tester: All green',
    'green',
  ],
  [attachment('directory', { displayPath: 'docs' }), 'Mentioned: docs', 'docs'],
  [attachment('claude_app_notice', { lines: ['Signed in'] }), 'Signed in', 'Signed'],
  [attachment('tool_host_result_lines', { lines: ['Took 3 s'] }), 'Took 3 s', 'Took'],
  [attachment('tool_hosts_correction', { lines: ['Host is back'] }), 'Host is back', 'Host'],
  [attachment('tool_hosts_notice', { lines: ['Host is gone'] }), 'Host is gone', 'Host'],
  [attachment('agent_ask_notice', { lines: ['one', '', 'two'] }), 'one\n\ntwo', 'two'],
  [system('bridge_status', { content: 'Remote control is on' }), 'Remote control is on', 'Remote'],
  [system('cloud_session_status', { content: 'Ready' }), 'Ready', 'Ready'],
  [system('model_consent_fallback', { content: 'Now Haiku' }), 'Now Haiku', 'Haiku'],
  [system('model_refusal_no_fallback', { content: 'Refused' }), 'Refused', 'Refused'],
  [system('model_fallback', { content: 'Switched to Haiku' }), 'Switched to Haiku', 'Haiku'],
  [{ type: 'summary', summary: 'Cart refactor' }, 'Summary: Cart refactor', 'refactor'],
];

/** Lines of the same kinds that have nothing to show. */
export const silentLines: readonly object[] = [
  attachment('hook_success', { content: '', stdout: '{"continue":true}' }),
  attachment('hook_system_message', {}),
  attachment('diagnostics', { files: [] }),
  attachment('diagnostics', { files: 'x' }),
  attachment('file', {}),
  attachment('selected_lines_in_ide', { displayPath: 'a.ts' }),
  attachment('selected_lines_in_diff', {}),
  attachment('plan_file_reference', {}),
  attachment('invoked_skills', { skills: [] }),
  attachment('relevant_memories', { memories: 3 }),
  attachment('skill_listing', { skillCount: 9, isInitial: true }),
  attachment('agent_listing_delta', { addedTypes: ['a'], isInitial: true }),
  attachment('goal_status', { sentinel: true }),
  attachment('task_status', { status: 'running' }),
  attachment('teammate_shutdown_batch', {}),
  attachment('tool_hosts_notice', { lines: [] }),
  attachment('command_permissions', { allowedTools: [] }),
  system('stop_hook_summary', { hookErrors: [], hookCount: 1 }),
  system('away_summary', {}),
  { type: 'pr-link' },
  { type: 'ai-title', aiTitle: 'Cart' },
];
