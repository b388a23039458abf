/** The words of the core states; views show them as they are, domain layers may replace them. */
export const labels = {
  thinking: 'Generating response...',
  idle: 'Waiting for your next prompt',
  question: 'Asked you a question',
  plan: 'Plan ready for review',
  compacting: 'Compacting the conversation',
  interrupted: 'Interrupted',
  unavailable: 'Status unavailable',
  dialog: 'A dialog is open',
  closed: 'Session closed',
} as const;

/** The tool that starts subagents has two names: `Task` in old versions, `Agent` since. */
export function isSubagentTool(toolName: string): boolean {
  return toolName === 'Agent' || toolName === 'Task';
}

export function permissionLabel(toolName: string, agentType: string | undefined): string {
  const what = `Needs permission: ${toolName}`;
  return agentType === undefined || agentType === '' ? what : `${what} (${agentType} subagent)`;
}

export function runningLabel(toolName: string, toolInput: unknown): string {
  if (!isSubagentTool(toolName)) return `Running ${toolName}`;
  const type = textField(toolInput, 'subagent_type');
  return type === undefined ? 'Running a subagent' : `Running ${type} subagent`;
}

const failures: Readonly<Record<string, string>> = {
  rate_limit: 'Rate limit reached',
  overloaded: 'The API is overloaded',
  server_error: 'API server error',
  authentication_failed: 'Authentication failed',
  model_not_found: 'Model not found',
  invalid_request: 'The API refused the request',
  billing_error: 'Billing problem',
  max_output_tokens: 'Output limit reached',
};

/** What failed, from the client's error kind; the client's own text is the last resort. */
export function failureLabel(error: string | undefined, text: string | undefined): string {
  const known = error === undefined ? undefined : failures[error];
  if (known !== undefined) return known;
  const first = text?.split('\n', 1)[0]?.trim() ?? '';
  return first === '' ? 'API error' : first.length > 80 ? `${first.slice(0, 79)}…` : first;
}

const endings: Readonly<Record<string, string>> = {
  clear: 'Session closed: cleared',
  resume: 'Session closed: switched to another session',
  logout: 'Session closed: logged out',
};

export function endedLabel(reason: string | undefined): string {
  return (reason === undefined ? undefined : endings[reason]) ?? labels.closed;
}

export function backgroundLabel(
  tasks: readonly {
    readonly type?: string | undefined;
    readonly agent_type?: string | undefined;
  }[],
): string {
  if (tasks.length > 1) return `Waiting for ${tasks.length} background tasks`;
  const [task] = tasks;
  if (task?.type === 'shell') return 'Waiting for a background shell';
  const type = task?.agent_type;
  return type === undefined || type === ''
    ? 'Waiting for a subagent'
    : `Waiting for ${type} subagent`;
}

export function textField(value: unknown, field: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
