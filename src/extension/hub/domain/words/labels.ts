import { stateLabel, stateLabels } from '../../../../shared/words/stateLabels';
import { firstOf } from './clip';

export const labels = stateLabels;

/** The tool that starts subagents has two names: `Task` in old versions, `Agent` since. */
export function isSubagentTool(toolName: string): boolean {
  return toolName === 'Agent' || toolName === 'Task';
}

export function permissionLabel(toolName: string, agentType: string | undefined): string {
  return agentType === undefined || agentType === ''
    ? stateLabel('permission', toolName)
    : stateLabel('subagentPermission', toolName, agentType);
}

export function runningLabel(toolName: string, toolInput: unknown): string {
  if (!isSubagentTool(toolName)) return stateLabel('running', toolName);
  const type = textField(toolInput, 'subagent_type');
  return type === undefined ? labels.someSubagent : stateLabel('subagent', type);
}

const failures: Readonly<Record<string, string>> = {
  rate_limit: labels.rateLimit,
  overloaded: labels.overloaded,
  server_error: labels.serverError,
  authentication_failed: labels.authentication,
  model_not_found: labels.modelNotFound,
  invalid_request: labels.refused,
  billing_error: labels.billing,
  max_output_tokens: labels.outputLimit,
};

/** Says what failed by the client's kind of error; the client's own text is the last resort. */
export function failureLabel(error: string | undefined, text: string | undefined): string {
  const known = error === undefined ? undefined : failures[error];
  if (known !== undefined) return known;
  const first = text?.split('\n', 1)[0]?.trim() ?? '';
  return first === '' ? labels.apiError : firstOf(first, 80);
}

const endings: Readonly<Record<string, string>> = {
  clear: labels.cleared,
  resume: labels.switched,
  logout: labels.loggedOut,
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
  if (tasks.length > 1) return stateLabel('background', tasks.length);
  const [task] = tasks;
  if (task?.type === 'shell') return labels.shell;
  const type = task?.agent_type;
  return type === undefined || type === ''
    ? labels.anySubagent
    : stateLabel('waitingForSubagent', type);
}

export function textField(value: unknown, field: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
