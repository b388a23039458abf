import { subagentTypeIn } from '../../../../shared/agents/inputs';
import { isSubagentTool } from '../../../../shared/agents/tools';
import type { Label } from '../../../../shared/protocol/label';
import { ownOf } from '../../../../shared/text/fields';
import { formatDuration } from '../../../../shared/words/format';
import { stateLabel, type LabelKey } from '../../../../shared/words/stateLabels';
import { truncateText } from '../../../../shared/text/truncate';

/** Label for an expired dialog: the client continued without an answer, or blocked the removal. */
export function expiredLabel({
  kind,
  afterMs,
}: {
  readonly kind: 'question' | 'removal';
  readonly afterMs: number;
}): Label {
  return kind === 'question'
    ? stateLabel('unansweredQuestion', formatDuration(afterMs))
    : stateLabel('unansweredRemoval');
}

/** Tool name of a dialog whose source names no tool, such as a notification. */
export const unknownTool = 'a tool';

export function permissionLabel(toolName: string, agentType: string | undefined): Label {
  if (toolName === unknownTool) return stateLabel('somePermission');
  return agentType === undefined || agentType === ''
    ? stateLabel('permission', toolName)
    : stateLabel('subagentPermission', toolName, agentType);
}

export function runningLabel(toolName: string, toolInput: unknown): Label {
  if (!isSubagentTool(toolName)) return stateLabel('running', toolName);
  const type = subagentTypeIn(toolInput);
  return type === undefined ? stateLabel('someSubagent') : stateLabel('subagent', type);
}

const failureLabels: Readonly<Record<string, LabelKey>> = {
  rate_limit: 'rateLimit',
  overloaded: 'overloaded',
  server_error: 'serverError',
  authentication_failed: 'authentication',
  model_not_found: 'modelNotFound',
  invalid_request: 'refused',
  billing_error: 'billing',
  max_output_tokens: 'outputLimit',
};

/**
 * Label for a failure by the client's error code; an unknown code is labelled with the client's
 * text.
 */
export function failureLabel(error: string | undefined, text: string | undefined): Label {
  const known = ownOf(failureLabels, error ?? '');
  if (known !== undefined) return stateLabel(known);
  const first = text?.split('\n', 1)[0]?.trim() ?? '';
  if (first === '') return stateLabel('apiError');
  return stateLabel('asIs', truncateText(first, 80));
}

/**
 * Label with the time, `at` in ISO 8601, at which a session that a usage limit stopped will
 * continue.
 */
export function continuingLabel(at: string): Label {
  return { ...stateLabel('limitQueued', at), values: [Date.parse(at)] };
}

const endLabels: Readonly<Record<string, LabelKey>> = {
  clear: 'cleared',
  resume: 'switched',
  logout: 'loggedOut',
};

export function endedLabel(reason: string | undefined): Label {
  return stateLabel(ownOf(endLabels, reason ?? '') ?? 'closed');
}

export function backgroundLabel(
  tasks: readonly {
    readonly type?: string | undefined;
    readonly agent_type?: string | undefined;
  }[],
): Label {
  const isTeam = tasks.every(({ type }) => type === 'teammate');
  if (tasks.length > 1) return stateLabel(isTeam ? 'teammates' : 'background', tasks.length);
  const [task] = tasks;
  if (task?.type === 'shell') return stateLabel('shell');
  const type = task?.agent_type;
  if (task?.type === 'teammate') return stateLabel('teammate', type ?? '?');
  return type === undefined || type === ''
    ? stateLabel('anySubagent')
    : stateLabel('waitingForSubagent', type);
}

export function textField(value: unknown, field: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
