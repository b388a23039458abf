import type { Tone } from './api/missionControl';
import { t } from './words/l10n';
import type { AgentState, AgentStateGroup, LiveSession } from './protocol/protocol';
import type { LabelKey } from './words/stateLabels';

/** Colour of a state, mapped to theme variables by each view; never the only sign of a state. */
export type { Tone };

/** The look of a state. Its two icons show the same thing, so that a state looks alike everywhere. */
export interface StateLook {
  /** Name of the icon in lucide, for pages. */
  readonly lucide: LucideName;
  /** Id of the product icon, for native views. */
  readonly codicon: string;
  readonly tone: Tone;
}

const look = <Name extends string>(lucide: Name, codicon: string, tone: Tone) => ({
  lucide,
  codicon,
  tone,
});

export const groupOrder: readonly AgentStateGroup[] = ['needs_you', 'autonomous', 'delivered'];

export const groupHeadings: Readonly<Record<AgentStateGroup, () => string>> = {
  needs_you: () => t('Needs You'),
  autonomous: () => t('Running'),
  delivered: () => t('Done'),
};

const groupDefaults = {
  needs_you: look('Bell', 'bell', 'amber'),
  autonomous: look('Loader', 'loading', 'green'),
  delivered: look('Archive', 'archive', 'gray'),
} satisfies Record<AgentStateGroup, unknown>;

const stateLooks = {
  needs_permission: look('Shield', 'shield', 'red'),
  awaiting_input: look('MessageSquare', 'comment', 'amber'),
  error: look('AlertTriangle', 'warning', 'red'),
  awaiting_approval: look('ListChecks', 'checklist', 'amber'),
  blocked_by_auto_mode: look('ShieldX', 'shield', 'amber'),
  limit_reached: look('Gauge', 'dashboard', 'amber'),
  idle: look('Clock', 'clock', 'gray'),
  thinking: look('Sparkles', 'sparkle', 'green'),
  acting: look('SquareTerminal', 'terminal', 'green'),
  delegating: look('GitBranch', 'git-branch', 'green'),
  interrupted: look('Pause', 'debug-pause', 'gray'),
  budget_exceeded: look('CreditCard', 'credit-card', 'red'),
  conflict_resolution: look('GitMerge', 'git-merge', 'amber'),
  retrying: look('RefreshCw', 'sync', 'green'),
  waiting_for_agent: look('Watch', 'watch', 'green'),
  waiting_for_limit: look('Gauge', 'dashboard', 'green'),
  sleeping: look('CalendarClock', 'calendar', 'green'),
  compacting: look('FoldVertical', 'fold', 'green'),
  failed: look('AlertTriangle', 'warning', 'red'),
  cancelled: look('CircleSlash', 'circle-slash', 'gray'),
  archived: look('Archive', 'archive', 'gray'),
  task_complete: look('CheckCircle', 'pass', 'blue'),
  session_ended: look('LogOut', 'sign-out', 'gray'),
};

const subagentLooks = {
  spawned: look('CircleDashed', 'circle-outline', 'gray'),
  running: look('Bot', 'hubot', 'green'),
  needs_permission: look('Shield', 'shield', 'red'),
  idle: look('Clock', 'clock', 'gray'),
  completed: look('CheckCircle', 'pass', 'gray'),
  failed: look('AlertTriangle', 'warning', 'red'),
};

const lookByState: ReadonlyMap<string, StateLook> = new Map(Object.entries(stateLooks));
const lookBySubagentState: ReadonlyMap<string, StateLook> = new Map(Object.entries(subagentLooks));

type ValueOf<Table> = Table[keyof Table];
/** Lucide names of the icons that looks use; pages bundle only these icons. */
export type LucideName = (
  ValueOf<typeof groupDefaults> | ValueOf<typeof stateLooks> | ValueOf<typeof subagentLooks>
)['lucide'];

/** The icon and tone of a state; an unknown state gets its group's default. */
export function lookOf(state: Pick<AgentState, 'group' | 'state'>): StateLook {
  return lookByState.get(state.state) ?? groupDefaults[state.group];
}

/**
 * States in which a session is at rest, no error or request stopped it, and it only waits for a
 * prompt.
 */
const readyStates: ReadonlySet<string> = new Set(['idle', 'interrupted']);

/** Maximum number of ready sessions for which their section starts expanded. */
export const openReadyCount = 4;

/** States from most to least urgent; unlisted ones rank after these. */
const urgency = [
  'needs_permission',
  'awaiting_input',
  'error',
  'blocked_by_auto_mode',
  'awaiting_approval',
];

/** Rank of a blocked state; lower is more urgent. */
export function urgencyRank(state: string): number {
  const index = urgency.indexOf(state);
  return index < 0 ? urgency.length : index;
}

/** The icon and tone of a subagent's state. */
export function subagentLookOf(state: string): StateLook {
  return lookBySubagentState.get(state) ?? look('Bot', 'circle-outline', 'gray');
}

/** True while the user has dismissed the session; new activity brings it back. */
export function isDismissed(state: Pick<AgentState, 'group' | 'state'>): boolean {
  return state.group === 'delivered' && state.state === 'archived';
}

/** True if the user may dismiss the session: it is at rest and not dismissed yet. */
export function isDismissible(state: Pick<AgentState, 'group' | 'state'>): boolean {
  return state.group !== 'autonomous' && !isDismissed(state);
}

/**
 * True if the session can continue only after a person acts. All other sessions in Needs You are
 * ready for a prompt.
 */
export function isBlocked(state: Pick<AgentState, 'group' | 'state'>): boolean {
  return state.group === 'needs_you' && !readyStates.has(state.state);
}

/** True if the session has finished its turn and waits for the next prompt. */
export function isReady(state: Pick<AgentState, 'group' | 'state'>): boolean {
  return state.group === 'needs_you' && readyStates.has(state.state);
}

/** True if the last turn failed, so that a retry is offered. */
export function hasFailed({
  agentState,
  limit,
}: Pick<LiveSession, 'agentState' | 'limit'>): boolean {
  return agentState.state === 'error' || limit !== undefined;
}

/**
 * True if the session stopped at a limit that resets later, and no prompt is queued for the reset
 * yet.
 */
export function mayContinueAtReset(
  { limit, prompting }: Pick<LiveSession, 'limit' | 'prompting'>,
  now: number,
): boolean {
  if (limit?.resetsAt === undefined || limit.goesOn || Date.parse(limit.resetsAt) <= now)
    return false;
  return !isContinuing(prompting);
}

/** True while a prompt waits for the reset of a limit. */
export function isContinuing(prompting: LiveSession['prompting']): boolean {
  return prompting?.prompts.some(({ dueAt }) => dueAt !== undefined) === true;
}

const menuLabels: ReadonlySet<string> = new Set<LabelKey>(['dialog', 'needsYou']);

/** True while a menu of the client is open, which would receive text typed into its terminal. */
export function hasMenuOpen({ agentState }: Pick<LiveSession, 'agentState'>): boolean {
  return menuLabels.has(agentState.label.key);
}

/**
 * True while the agent works; a session that waits for a limit's reset or for its next scheduled
 * run does not.
 */
export function isAtWork({
  agentState,
  limit,
}: Pick<LiveSession, 'agentState' | 'limit'>): boolean {
  return (
    agentState.group === 'autonomous' && agentState.state !== 'sleeping' && limit === undefined
  );
}

/**
 * True if Escape would end the current turn, or Claude Code's own wait for a limit's reset or a
 * wake-up. Escape does not cancel scheduled jobs.
 */
export function endsByEscape(
  session: Pick<LiveSession, 'agentState' | 'limit' | 'schedule'>,
): boolean {
  if (session.agentState.state === 'sleeping') {
    return session.schedule?.some(({ wakeup }) => wakeup === true) === true;
  }
  return isAtWork(session) || session.limit?.goesOn === true;
}

/** True if this product can send Escape to the session and Escape would end something. */
export function isInterruptible(
  session: Pick<LiveSession, 'agentState' | 'limit' | 'prompting' | 'schedule'>,
): boolean {
  const { way, interrupts } = session.prompting ?? {};
  const isReached = way === 'terminal' || way === 'runner' || interrupts === true;
  return endsByEscape(session) && isReached;
}

/** True if one of our runners runs the session, which then has no terminal. */
export function isWithoutTerminal({ prompting }: Pick<LiveSession, 'prompting'>): boolean {
  return prompting?.way === 'runner';
}

/**
 * True while the session runs. If the process is unknown, because only hooks report the session, it
 * counts as running until it is Done or its process has exited with a request still open.
 */
export function isRunning({ agentState, pid }: Pick<LiveSession, 'agentState' | 'pid'>): boolean {
  return pid !== undefined || !hasFinished(agentState);
}

/** True while a process runs the session: its own, or a server that also runs others. */
export function isLoaded({ pid, prompting }: Pick<LiveSession, 'pid' | 'prompting'>): boolean {
  return pid !== undefined || prompting?.way !== undefined;
}

/** True if a server runs the session, which then any terminal can show. */
export function isServed(session: Pick<LiveSession, 'pid' | 'prompting'>): boolean {
  return session.pid === undefined && isLoaded(session);
}

/** True if the process has exited or the session is in the group Done. */
export function hasFinished({ group, context }: Pick<AgentState, 'group' | 'context'>): boolean {
  return group === 'delivered' || context?.['over'] === true;
}
