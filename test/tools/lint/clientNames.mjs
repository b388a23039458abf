/**
 * Names that belong to the client's program. Only the rooms of its agent may hold them: the others ask
 * what a thing is, so that another agent's names can stand beside them.
 */
export const clientNames = {
  tools: {
    names: [
      'Agent',
      'AskUserQuestion',
      'Bash',
      'BashOutput',
      'CronCreate',
      'CronDelete',
      'CronList',
      'Edit',
      'EnterPlanMode',
      'EnterWorktree',
      'ExitPlanMode',
      'ExitWorktree',
      'Glob',
      'Grep',
      'KillBash',
      'KillShell',
      'LS',
      'ListMcpResourcesTool',
      'Monitor',
      'MultiEdit',
      'NotebookEdit',
      'NotebookRead',
      'PowerShell',
      'Read',
      'ReadMcpResourceTool',
      'ScheduleWakeup',
      'SendMessage',
      'Skill',
      'SlashCommand',
      'Task',
      'TaskCreate',
      'TaskGet',
      'TaskList',
      'TaskOutput',
      'TaskStop',
      'TaskUpdate',
      'TeamCreate',
      'TeamDelete',
      'TodoWrite',
      'ToolSearch',
      'WebFetch',
      'WebSearch',
      'Write',
    ],
    /** Of the tools of MCP servers. */
    beginnings: ['mcp__'],
    advice: 'is a tool of the client: ask for its kind, or read its input, by src/shared/agents',
  },
};

/** Rooms below `src` that know these names. */
export const clientRooms = ['shared/agents/claude/', 'extension/agents/claude/'];
