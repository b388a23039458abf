import type { Label } from '../protocol/label';
import { ownOf } from '../text/fields';
import { formatMoment } from './format';
import { fillTemplate, message, t } from './l10n';

/** English texts of states and refusals, which views translate. */
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
  limitResets: message('Limit reached · resets {0}'),
  limitOver: message('The limit has reset'),
  limitUnknown: message('Limit reached · reset time unknown'),
  limitGoesOn: message('Limit reached · continues after {0}'),
  limitQueued: message('Limit reached · continues at {0}'),
  sleeping: message('Sleeps until {0}'),
  unansweredQuestion: message('No answer within {0}: it went on without one'),
  unansweredRemoval: message('Blocked: nobody answered within 2 minutes'),
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
  subagentPermission: message('Needs permission: {0} ({1} subagent)'),
  permission: message('Needs permission: {0}'),
  needsYou: message('Needs you: {0}'),
  subagent: message('Running {0} subagent'),
  running: message('Running {0}'),
  used: message('Used {0}'),
  failed: message('{0} failed, continuing'),
  blockedCall: message('Blocked by auto mode: {0}'),
  blockedCalls: message('Auto mode blocked {0} calls'),
  finished: message('Finished: {0}'),
  background: message('Waiting for {0} background tasks'),
  waitingForSubagent: message('Waiting for {0} subagent'),
  teammate: message('Waiting for teammate {0}'),
  teammates: message('Waiting for {0} teammates'),
  retrying: message('Retrying: attempt {0}'),
  overBudget: message('Over budget: {0} of {1}'),
  overDay: message("Over the day's budget of {0}"),
  conflicts: message('Merge conflicts in {0} files'),
  answeredIn: message('It was answered first in {0}.'),
  /** A text that is shown as it is in every language, such as one of the client. */
  asIs: '{0}',
} as const;

export type LabelKey = keyof typeof stateLabels;

export function stateLabel(key: LabelKey, ...values: readonly (string | number)[]): Label {
  return { key, values: [...values], text: fillTemplate(stateLabels[key], values) };
}

/** Labels whose number is a time, in ms since 1970. */
const timed: ReadonlySet<string> = new Set<LabelKey>([
  'limitResets',
  'limitGoesOn',
  'limitQueued',
  'sleeping',
]);

/** A label in the user's language; in English if a newer hub sent a key that is unknown here. */
export function shownLabel({ key, values, text }: Label, now = Date.now()): string {
  const known = ownOf<string>(stateLabels, key);
  if (known === undefined) return text;
  return t(known, ...values.map((value) => labelMoment(key, value, now) ?? value));
}

/** The time in a label's text, formatted as in `shownLabel`; undefined if the label has none. */
export function labelTime({ key, values: [at] }: Label, now = Date.now()): string | undefined {
  return at === undefined ? undefined : labelMoment(key, at, now);
}

function labelMoment(key: string, value: string | number, now: number): string | undefined {
  return timed.has(key) && typeof value === 'number' ? formatMoment(value, now) : undefined;
}
