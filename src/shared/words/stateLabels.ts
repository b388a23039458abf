import { fill, message, t } from './l10n';

/** What the hub says of states, and why it refuses, in English: views translate it. */
export const stateLabels = {
  thinking: message('Generating response...'),
  idle: message('Waiting for your next prompt'),
  question: message('Asked you a question'),
  plan: message('Plan ready for review'),
  compacting: message('Compacting the conversation'),
  interrupted: message('Interrupted'),
  unavailable: message('Status unavailable'),
  dialog: message('A dialog is open'),
  closed: message('Session closed'),
  cleared: message('Session closed: cleared'),
  switched: message('Session closed: switched to another session'),
  loggedOut: message('Session closed: logged out'),
  killed: message('Session closed: process killed'),
  dismissed: message('Dismissed'),
  rateLimit: message('Rate limit reached'),
  overloaded: message('The API is overloaded'),
  serverError: message('API server error'),
  authentication: message('Authentication failed'),
  modelNotFound: message('Model not found'),
  refused: message('The API refused the request'),
  billing: message('Billing problem'),
  outputLimit: message('Output limit reached'),
  apiError: message('API error'),
  someSubagent: message('Running a subagent'),
  shell: message('Waiting for a background shell'),
  anySubagent: message('Waiting for a subagent'),
  toolInput: message('A tool asks for input'),
  somePermission: message('Needs permission'),
  oneConflict: message('Merge conflicts in 1 file'),
  // The first that fits is taken: the longer ones go before the shorter.
  subagentPermission: message('Needs permission: {0} ({1} subagent)'),
  permission: message('Needs permission: {0}'),
  needsYou: message('Needs you: {0}'),
  subagent: message('Running {0} subagent'),
  running: message('Running {0}'),
  used: message('Used {0}'),
  failed: message('{0} failed, continuing'),
  finished: message('Finished: {0}'),
  background: message('Waiting for {0} background tasks'),
  waitingForSubagent: message('Waiting for {0} subagent'),
  retrying: message('Retrying: attempt {0}'),
  overBudget: message('Over budget: {0} of {1}'),
  overDay: message("Over the day's budget of {0}"),
  conflicts: message('Merge conflicts in {0} files'),
  answeredIn: message('It was answered first in {0}.'),
} as const;

/** A label of the hub with its values. */
export function stateLabel(
  name: keyof typeof stateLabels,
  ...values: readonly (string | number)[]
): string {
  return fill(stateLabels[name], values);
}

interface Pattern {
  readonly text: string;
  /** What stands before, between and behind the values. */
  readonly parts: readonly string[];
}

let patterns: readonly Pattern[] | undefined;

/** A label of the hub in the user's language; one that is not the hub's own is kept. */
export function translatedLabel(label: string): string {
  const whole = t(label);
  if (whole !== label) return whole;
  patterns ??= Object.values(stateLabels)
    .filter((text) => text.includes('{0}'))
    .map((text) => ({ text, parts: text.split(/\{\d\}/) }));
  for (const { text, parts } of patterns) {
    const values = valuesIn(label, parts);
    if (values !== undefined) return t(text, ...values);
  }
  return label;
}

/** A value has one character at least; each ends where the next part first begins. */
function valuesIn(label: string, parts: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = parts;
  if (!label.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? label.length - part.length : label.indexOf(part, from + 1);
    if (end <= from || !label.startsWith(part, end)) return undefined;
    values.push(label.slice(from, end));
    from = end + part.length;
  }
  return values;
}
