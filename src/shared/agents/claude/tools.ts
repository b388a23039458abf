import { t } from '../../words/l10n';
import type { Tool, ToolField } from '../tool';

const file: ToolField = { name: () => t('File') };
const pattern: ToolField = { name: () => t('Pattern') };
const folder: ToolField = { name: () => t('Folder') };
const comment: ToolField = { role: 'comment' };
const replaced = { old_string: { role: 'removed' }, new_string: { role: 'added' } } as const;

const defaults = { replace_all: false, run_in_background: false };

const subagent: Tool = {
  kind: 'subagent',
  defaults,
  fields: {
    prompt: { role: 'content', name: () => t('Prompt') },
    subagent_type: { name: () => t('Kind of agent') },
    description: comment,
  },
};

/**
 * The tools of Claude Code, the client, by name. Of several tools of one kind, the first has the
 * current name.
 */
export const claudeTools = {
  Bash: {
    kind: 'shell',
    isPosix: true,
    defaults,
    fields: {
      command: { role: 'command' },
      description: comment,
      timeout: { name: () => t('Time limit in ms') },
    },
  },
  PowerShell: {
    kind: 'shell',
    fields: { command: { role: 'command' }, description: comment, timeout: {} },
  },
  /**
   * Since client 2.1.329 `Read` returns the output of a background shell; older clients use these
   * two tools.
   */
  TaskOutput: { kind: 'shellOutput' },
  BashOutput: { kind: 'shellOutput' },

  Read: { kind: 'read', defaults, fields: { file_path: file } },
  NotebookRead: { kind: 'readNotebook' },
  Glob: { kind: 'find', defaults, fields: { pattern, path: folder } },
  Grep: { kind: 'search', defaults, fields: { pattern, path: folder } },
  LS: { kind: 'list' },
  WebFetch: {
    kind: 'fetch',
    defaults,
    fields: {
      url: { name: () => t('Address') },
      prompt: { role: 'content', name: () => t('Prompt') },
    },
  },
  WebSearch: { kind: 'searchWeb', defaults, fields: { query: { name: () => t('Query') } } },

  Edit: {
    kind: 'edit',
    defaults,
    fields: { file_path: file, replace_all: { name: () => t('Replace all') }, ...replaced },
  },
  MultiEdit: { kind: 'edit', defaults, fields: { file_path: file, ...replaced } },
  Write: {
    kind: 'write',
    defaults,
    fields: {
      file_path: file,
      content: { role: 'content', name: () => t('Content') },
      ...replaced,
    },
  },
  NotebookEdit: {
    kind: 'editNotebook',
    defaults,
    fields: {
      notebook_path: { name: () => t('Notebook') },
      cell_id: { name: () => t('Cell') },
      new_source: { role: 'content' },
    },
  },

  /** Starts a subagent; called `Task` in old clients. */
  Agent: subagent,
  Task: subagent,
  Skill: { kind: 'skill' },

  AskUserQuestion: { kind: 'question', fields: { questions: { role: 'questions' } } },
  ExitPlanMode: { kind: 'plan', fields: { plan: { role: 'plan' } } },
  /**
   * Not a tool of the agent: the client reports by a hook of this name that an MCP server asks the
   * person for input.
   */
  Elicitation: { kind: 'form' },

  /** The to-do list of old clients; newer ones have the tools for tasks below. */
  TodoWrite: { kind: 'todos' },
  TaskCreate: { kind: 'createTask' },
  TaskUpdate: { kind: 'changeTask' },

  CronCreate: { kind: 'createJob' },
  CronDelete: { kind: 'deleteJob' },
  CronList: { kind: 'listJobs' },
  ScheduleWakeup: { kind: 'wakeUp' },
} as const satisfies Readonly<Record<string, Tool>>;
